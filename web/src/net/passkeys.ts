/** Passkeys, where browser and server have them: the texts of the server as the browser wants them, and back. */

import { ask, getAbout, keepToken } from './api';
import type { PasskeyAsked, PasskeysShown, PasskeyShown, PlayerMade } from '../generated/answers';

/** Whether a passkey can be made here: the browser knows them, and this place has a name and is secure. */
export async function arePossible(): Promise<boolean> {
  if (!isSecureContext || typeof PublicKeyCredential === 'undefined') return false;
  return (await getAbout().catch(() => null))?.passkeys === true;
}

export const getPasskeys = () => ask<PasskeysShown>('GET', '/players/me/passkeys').then((all) => all.passkeys);
export const removePasskey = (passkey: string) => ask('DELETE', `/players/me/passkeys/${passkey}`);

/** Have the browser make a passkey for this player; it throws a `DOMException` if its owner would rather not. */
export async function makePasskey(): Promise<PasskeyShown> {
  const { options } = await ask<PasskeyAsked>('POST', '/players/me/passkeys/options', {});
  const made = await navigator.credentials.create({ publicKey: readNew(options) });
  return ask<PasskeyShown>('POST', '/players/me/passkeys', { credential: written(made) });
}

/** Be the player whose passkey this is, on this device too; returns their name. */
export async function comeByPasskey(): Promise<string> {
  const { options } = await ask<PasskeyAsked>('POST', '/players/passkey/options', {});
  const shown = await navigator.credentials.get({ publicKey: readKnown(options) });
  const player = await ask<PlayerMade>('POST', '/players/passkey', { credential: written(shown) });
  keepToken(player.token);
  return player.name;
}

// browsers read and write these texts themselves only since 2025

interface Named {
  id: string;
  type: 'public-key';
}
interface Texts {
  challenge: string;
  user: { id: string; name: string; displayName: string };
  excludeCredentials?: Named[];
}

function readNew(text: string): PublicKeyCredentialCreationOptions {
  const told = JSON.parse(text) as PublicKeyCredentialCreationOptions & Texts;
  return {
    ...(told as PublicKeyCredentialCreationOptions),
    challenge: bytes(told.challenge),
    user: { ...told.user, id: bytes(told.user.id as string) },
    excludeCredentials: ((told.excludeCredentials ?? []) as Named[]).map((one) => ({ ...one, id: bytes(one.id) })),
  };
}

function readKnown(text: string): PublicKeyCredentialRequestOptions {
  const told = JSON.parse(text) as PublicKeyCredentialRequestOptions & { challenge: string };
  return { ...told, challenge: bytes(told.challenge), allowCredentials: [] };
}

function written(credential: Credential | null): string {
  const { id, rawId, type, response } = credential as PublicKeyCredential;
  const parts: Record<string, string> = { clientDataJSON: base64url(response.clientDataJSON) };
  if (response instanceof AuthenticatorAttestationResponse)
    parts['attestationObject'] = base64url(response.attestationObject);
  else if (response instanceof AuthenticatorAssertionResponse) {
    parts['authenticatorData'] = base64url(response.authenticatorData);
    parts['signature'] = base64url(response.signature);
  }
  return JSON.stringify({ id, rawId: base64url(rawId), type, response: parts });
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

function base64url(raw: ArrayBuffer): string {
  const plain = Array.from(new Uint8Array(raw), (byte) => String.fromCharCode(byte)).join('');
  return btoa(plain).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
