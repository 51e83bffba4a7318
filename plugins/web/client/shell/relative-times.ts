// Times that say how long ago something was, such as "5 minutes ago", go on while the page is open.

const PAUSE_MS = 30_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Undefined: the date, as the server has written it. */
function agoWords(format: Intl.RelativeTimeFormat, age: number): string | undefined {
  if (age < MINUTE) return format.format(0, 'second');
  if (age < HOUR) return format.format(-Math.floor(age / MINUTE), 'minute');
  if (age < DAY) return format.format(-Math.floor(age / HOUR), 'hour');
  return age <= 7 * DAY ? format.format(-Math.floor(age / DAY), 'day') : undefined;
}

export function startRelativeTimes(): void {
  let format: Intl.RelativeTimeFormat | undefined;
  const refresh = () => {
    if (document.hidden) return;
    format ??= new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: 'auto' });
    for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-ago]')) {
      const words = agoWords(format, Math.max(0, Date.now() - Date.parse(time.dateTime)));
      if (words !== undefined && words !== time.textContent) time.textContent = words;
    }
  };
  setInterval(refresh, PAUSE_MS);
  document.addEventListener('visibilitychange', refresh);
}
