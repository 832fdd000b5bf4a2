/** Parts of the page that come when they are wanted, over lines that fail for a moment. */

const PAUSES = [300, 1000, 3000];

/** What a part is, fetched again until it comes: no tap is lost, and no screen stays empty. */
export async function fetched<Part>(fetch: () => Promise<Part>): Promise<Part> {
  for (let tries = 0; ; tries++) {
    try {
      return await fetch();
    } catch {
      const pause = PAUSES[Math.min(tries, PAUSES.length - 1)];
      await new Promise((done) => setTimeout(done, pause));
    }
  }
}
