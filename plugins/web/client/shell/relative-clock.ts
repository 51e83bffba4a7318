// When times that say how long ago something was are written anew: none of them changes before the page is seen.
const PAUSE_MS = 30_000;

export function startRelativeClock(): void {
  const tick = () => {
    // Without a connection they stay as they are.
    if (!document.hidden)
      import('./relative-times.ts').then(
        (module) => module.refreshRelativeTimes(),
        () => {},
      );
  };
  setInterval(tick, PAUSE_MS);
  document.addEventListener('visibilitychange', tick);
}
