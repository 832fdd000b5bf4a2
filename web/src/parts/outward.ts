/**
 * The address under which others find us: this page's own, or the server's on its network if this page is on the same
 * machine.
 */

import { getAbout } from '../net/api';

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

export async function outwardOrigin(): Promise<string> {
  if (!LOOPBACK.test(location.hostname)) return location.origin;
  const { address } = await getAbout().catch(() => ({ address: null }));
  return address ? new URL(address).origin : location.origin;
}
