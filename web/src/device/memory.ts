/** Python's memory as it is kept: half of it is empty, and what is empty need not be written and read. */

const PAGE = 16_384;

/** Where something is: the beginnings and ends of its stretches. */
function filled(memory: Uint8Array): number[] {
  const words = new Uint32Array(memory.buffer, memory.byteOffset, memory.length >> 2);
  const edges: number[] = [];
  for (let from = 0; from < words.length; from += PAGE / 4) {
    const to = Math.min(from + PAGE / 4, words.length);
    let at = from;
    while (at < to && words[at] === 0) at++;
    const within = edges.length % 2 === 1;
    if (within === (at === to)) edges.push(from * 4);
  }
  if (edges.length % 2) edges.push(memory.length);
  return edges;
}

/** The whole length, the number of edges, the edges, and then what lies between them. */
export function shrink(memory: Uint8Array): Blob {
  const edges = filled(memory);
  const parts: BlobPart[] = [new Uint32Array([memory.length, edges.length, ...edges])];
  for (let n = 0; n < edges.length; n += 2) parts.push(memory.subarray(edges[n], edges[n + 1]) as BlobPart);
  return new Blob(parts);
}

export function stretch(kept: ArrayBuffer): Uint8Array {
  const [length, count] = new Uint32Array(kept, 0, 2) as unknown as [number, number];
  const edges = new Uint32Array(kept, 8, count);
  const memory = new Uint8Array(length);
  let at = 8 + 4 * count;
  for (let n = 0; n < count; n += 2) {
    const size = edges[n + 1]! - edges[n]!;
    memory.set(new Uint8Array(kept, at, size), edges[n]);
    at += size;
  }
  return memory;
}
