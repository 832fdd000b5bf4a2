/** The ladder of programs, which only a server has. */

import { ask } from './api';
import type { ProgramBoard, ProgramShown } from '../generated/ratings';

export const getPrograms = (family: string, first: number) =>
  ask<ProgramBoard>('GET', `/programs?family=${encodeURIComponent(family)}&first=${first}`);
/** A program and its games; the latest, or those before a time. */
export const getProgram = (name: string, before: number | null) =>
  ask<ProgramShown>('GET', `/programs/${encodeURIComponent(name)}${before === null ? '' : `?before=${before}`}`);
