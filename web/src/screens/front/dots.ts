/** A bot's strength as dots, for places that hold text alone. */

import type { Bot } from '../../net/api';

export function dots({ rung, rungs }: Bot): string {
  return rung === null ? '' : '●'.repeat(rung) + '○'.repeat(rungs - rung);
}
