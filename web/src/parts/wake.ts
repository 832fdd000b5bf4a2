/** Keep the screen awake while a game is on; silently does nothing where the browser cannot. */

export function stayAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let over = false;
  const ask = () => {
    if (over || document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
    void navigator.wakeLock.request('screen').then(
      (given) => {
        lock = given;
        if (over) void given.release();
      },
      () => undefined,
    );
  };
  document.addEventListener('visibilitychange', ask);
  ask();
  return () => {
    over = true;
    document.removeEventListener('visibilitychange', ask);
    void lock?.release();
  };
}
