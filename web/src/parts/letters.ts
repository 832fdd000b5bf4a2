/** Our letters: the first screen does not wait for them, and the next one has them. */

import latin from '../../.font/latin.woff2';

let coming: Promise<FontFace | null> | undefined;

/** Fetch them; what cannot be fetched stops nobody. */
export function fetchLetters(): Promise<FontFace | null> {
  return (coming ??= new FontFace('Source Sans', `url(${latin})`, { weight: '400 800' }).load().catch(() => null));
}

/** Put them on, between one screen and the next: later they would move what is being read. */
export async function putOnLetters(): Promise<void> {
  const face = await fetchLetters();
  if (face) document.fonts.add(face);
}
