/** Positions in addresses: whoever follows the link sees the same. An own pad travels along, packed. */

/** Where a position is analysed; `pad` is the file of an own pad. */
export async function analysisPath(position: string, pad: string | null, seat = 0): Promise<string> {
  const query = new URLSearchParams({
    position,
    ...(seat ? { seat: String(seat) } : {}),
    ...(pad ? { pad: await pack(pad) } : {}),
  });
  return `/analysis?${query}`;
}

/** A text packed into few letters that addresses may contain. */
export async function pack(text: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** The text again; null where the address was damaged on its way. */
export async function unpack(packed: string): Promise<string | null> {
  try {
    const bytes = Uint8Array.from(atob(packed.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
      letter.charCodeAt(0),
    );
    return new TextDecoder('utf-8', { fatal: true }).decode(
      await through(bytes, new DecompressionStream('deflate-raw')),
    );
  } catch {
    return null;
  }
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  const answer = new Response(new Blob([bytes]).stream().pipeThrough(stream));
  return new Uint8Array(await answer.arrayBuffer());
}
