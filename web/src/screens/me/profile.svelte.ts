/** A profile as the page knows it: one's own, or that of somebody who wishes to be seen. */

import { codeOf } from '../../net/api';
import { local } from '../../net/local';
import { getMyProfile, getPerson, showMyProfile } from '../../net/people';
import type { Profile } from '../../generated/ratings';
import { keepMistakes } from '../puzzle/mistakes';

/** A name for others as the server takes it: two to 24 letters and digits, with some signs between them. */
const NAME = /^[\p{L}\p{N}_][\p{L}\p{N}_ .'-]{0,22}[\p{L}\p{N}_.]$/u;

export class ProfileState {
  told = $state.raw<Profile | null>(null);
  /** The code of the last refusal. */
  refusal = $state<string | null>(null);

  /** `handle` names somebody else; null is oneself. */
  constructor(private readonly handle: string | null = null) {}

  async load(): Promise<boolean> {
    const told = await this.attempt(() => (this.handle === null ? getMyProfile() : getPerson(this.handle)));
    if (told && this.handle === null) keepMistakes(this.told!.progress.mistakes);
    return told;
  }

  /** Be seen under a name, or by nobody; a name that cannot be one is not sent. */
  async show(handle: string | null): Promise<boolean> {
    const name = handle?.trim() ?? null;
    if (name !== null && !NAME.test(name)) {
      this.refusal = 'bad_handle';
      return false;
    }
    return this.attempt(() => showMyProfile(name));
  }

  /** Without a server nobody is asked: ratings are a server's. */
  private async attempt(work: () => Promise<Profile>): Promise<boolean> {
    this.refusal = local.where === 'server' ? null : 'offline';
    if (this.refusal) return false;
    try {
      this.told = await work();
      return true;
    } catch (error) {
      this.refusal = codeOf(error);
      return false;
    }
  }
}
