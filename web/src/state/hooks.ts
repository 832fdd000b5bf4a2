/** What a table's state asks of those around it: to speak, to wait, to be told. */

import type { Chat, Outgoing } from '../generated/messages';
import type { Fact } from '../generated/types';
import type { TableState } from './table.svelte';

export interface Hooks {
  say: (message: Outgoing) => string;
  pause: (milliseconds: number) => Promise<void>;
  /** Called with every batch of facts as it becomes visible. */
  onfacts?: (facts: Fact[], table: TableState) => void;
  /** The table plays another pad than we know: ask for it. */
  onpad?: () => void;
  onchat?: (line: Chat) => void;
  onnudge?: (by: string | null) => void;
  /** Which of our seats may see its cards now. */
  look?: (seat: number | null) => void;
  /** Before a move is sent: whether somebody takes it in hand, and sends it later or not at all. */
  before?: (move: string, send: () => void) => boolean;
}
