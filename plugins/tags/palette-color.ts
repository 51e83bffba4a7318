// In which colour of the palette a colour is shown, and which one a new tag gets; the server and the browser ask alike.

/** Hue at which each name begins, in degrees. */
const HUES: [number, string][] = [
  [15, 'orange'],
  [45, 'yellow'],
  [75, 'green'],
  [170, 'blue'],
  [245, 'purple'],
  [290, 'pink'],
  [345, 'red'],
];
const GREY_BELOW = 0.15;

/** The name of the palette in which a colour is shown. */
export function paletteTone(color: string): string {
  if (!color.startsWith('#')) return color;
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255) as [
    number,
    number,
    number,
  ];
  const most = Math.max(red, green, blue);
  const span = most - Math.min(red, green, blue);
  if (span < GREY_BELOW) return 'gray';
  const turn =
    most === red ? (green - blue) / span : most === green ? 2 + (blue - red) / span : 4 + (red - green) / span;
  const hue = (turn * 60 + 360) % 360;
  return HUES.findLast(([from]) => hue >= from)?.[1] ?? 'red';
}

/** What new tags get, in this order: the ones that are told apart best come first. All of the palette but no colour. */
const TAG_TONES = ['blue', 'green', 'orange', 'purple', 'red', 'yellow', 'pink', 'brown', 'gray'];

/** All of the palette as it is offered for tags. */
export const TAG_COLORS = ['default', ...TAG_TONES];

/** For a tag whose maker names no colour: the one that the fewest of their tags have. */
export function nextTone(colors: string[]): string {
  const tones = colors.map(paletteTone);
  const uses = (tone: string): number => tones.filter((one) => one === tone).length;
  return TAG_TONES.reduce((least, tone) => (uses(tone) < uses(least) ? tone : least));
}
