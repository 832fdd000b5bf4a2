/** The files of one version of the browser's Python, kept on this device from the first time on. */

export type Part = [name: string, size: number];
export type Heard = (loaded: number, total: number) => void;

/** Noted beside the files when all of a kind is here; `net/local.ts` asks for it. */
export type Mark = 'engine' | 'networks';

const CACHE = 'python-';

export class Shelf {
  /** Null where the browser keeps nothing. */
  private readonly kept: Promise<Cache | null>;
  /** Whether what was fetched could be kept, as far as that is not known yet. */
  private readonly writing: Promise<boolean>[] = [];

  constructor(readonly base: string) {
    this.kept = Promise.resolve()
      .then(() => caches.open(CACHE + base.split('/').at(-2))) // where nothing may be kept, the word alone is refused
      .catch(() => null);
  }

  /** A file: the kept one, or fetched, and kept for the next time; `heard` follows its bytes. */
  async take(name: string, heard: (bytes: number) => void = () => undefined): Promise<Response> {
    const kept = await this.kept;
    const known = await kept?.match(this.base + name);
    if (known) return known;
    const answer = await fetch(this.base + name);
    if (!answer.ok || !answer.body) throw new Error(`${name}: ${answer.status}`);
    const counted = answer.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform: (part, on) => {
          heard(part.length);
          on.enqueue(part);
        },
      }),
    );
    const whole = new Response(counted, { headers: { 'Content-Type': answer.headers.get('Content-Type') ?? '' } });
    if (kept) this.writing.push(this.put(kept, name, whole.clone()));
    return whole;
  }

  private put(kept: Cache, name: string, answer: Response): Promise<boolean> {
    return kept.put(this.base + name, answer).then(
      () => true,
      () => false, // a full disk only makes it come again
    );
  }

  async has(mark: Mark): Promise<boolean> {
    return Boolean(await (await this.kept)?.match(this.base + mark));
  }

  /** Fetch what is missing of these files; whether all of them are kept now, which is noted by the marks. */
  async keep(parts: Part[], marks: Mark[], heard: Heard): Promise<boolean> {
    const total = parts.reduce((sum, [, size]) => sum + size, 0);
    let loaded = 0;
    const one = async ([name, size]: Part): Promise<void> => {
      let missing = size;
      if (!(await this.recall(name))) {
        const answer = await this.take(name, (bytes) => {
          missing -= bytes;
          heard((loaded += bytes), total);
        });
        await answer.body?.pipeTo(new WritableStream());
      }
      heard((loaded += missing), total);
    };
    await Promise.all(parts.map(one));
    const written = await Promise.all(this.writing.splice(0));
    const kept = await this.kept;
    if (!kept || !written.every(Boolean)) return false;
    return (await Promise.all(marks.map((mark) => this.put(kept, mark, new Response())))).every(Boolean);
  }

  /** What was noted for the next start. */
  async recall(name: string): Promise<Response | undefined> {
    return (await this.kept)?.match(this.base + name);
  }

  async note(name: string, answer: Response): Promise<void> {
    const kept = await this.kept;
    if (kept) await this.put(kept, name, answer);
  }

  async drop(name: string): Promise<void> {
    await (await this.kept)?.delete(this.base + name);
  }
}
