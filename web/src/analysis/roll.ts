/** Dice at random, as text: two white ones and those of the colours in play. */

export function randomRoll(dice: string, faces: number, random: () => number = Math.random): string {
  const face = () => Math.floor(random() * faces) + 1;
  return [`${face()}+${face()}`, ...[...dice].map((colour) => `${colour}${face()}`)].join(' ');
}
