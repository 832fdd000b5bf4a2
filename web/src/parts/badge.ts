/** The number on the icon of the installed page: how many tables wait. Whoever looks at the page need not see it. */

export function clearBadge(): void {
  if (document.visibilityState === 'visible') void navigator.clearAppBadge?.().catch(() => undefined);
}
