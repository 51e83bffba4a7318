// A stretch of time as servers and browsers write it, which say neither month nor year twice.

/** Languages part its ends by thin spaces, which few fonts have. An end before the start is written as it stands. */
export const spanBetween = (format: Intl.DateTimeFormat, from: Date, to: Date): string =>
  (from <= to ? format.formatRange(from, to) : `${format.format(from)} – ${format.format(to)}`).replace(/\u2009/g, ' ');
