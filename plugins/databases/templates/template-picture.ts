// A small picture of what a template makes, drawn from the kind of its first view and the types of its properties: the
// server and the browser draw the same shapes.
import type { PropertyTypeName } from '../model.ts';
import type { CellSketch } from '../schema/types/property-type.ts';
import type { ViewKind } from '../views/model.ts';

export const PICTURE_WIDTH = 160;
export const PICTURE_HEIGHT = 90;

/** A rectangle; `round` is the radius of its corners. */
export interface PictureShape {
  x: number;
  y: number;
  width: number;
  height: number;
  round: number;
  /** what it is: words, a line between, a ground, a sign of the accent, or something in a colour of the palette */
  part: 'word' | 'quiet' | 'line' | 'ground' | 'accent' | 'tone';
  tone?: string;
}

export interface PicturedProperty {
  type: PropertyTypeName;
  config?: { options?: { color?: string }[] };
}

/** How cells of a property look, as its type has it. */
export type SketchOf = (property: PicturedProperty) => CellSketch | undefined;

type Part = Exclude<PictureShape['part'], 'tone'>;

const box = (part: Part, x: number, y: number, width: number, height: number, round = 1): PictureShape => ({
  ...{ x, y, width, height, round, part },
});
const pill = (tone: string, x: number, y: number, width: number): PictureShape => ({
  ...{ x, y, width, height: 6, round: 3, part: 'tone', tone },
});

const toneOf = ({ config }: PicturedProperty, at: number): string => {
  const tones = (config?.options ?? []).map(({ color }) => color ?? 'gray');
  return tones[at % Math.max(1, tones.length)] ?? 'gray';
};

/** Where a cell stands. */
interface CellPlace {
  x: number;
  y: number;
  width: number;
  row: number;
}

/** A value of a property in its cell, as its type shows it. */
function cell(
  property: PicturedProperty,
  sketch: CellSketch | undefined,
  { x, y, width, row }: CellPlace,
): PictureShape[] {
  const room = width - 6;
  const words = (part: number) => [box('quiet', x, y + 1, room * part, 4, 2)];
  switch (sketch) {
    case 'state':
    case 'tag':
      return [pill(toneOf(property, row), x, y, room * (0.6 + (row % 2) * 0.2))];
    case 'tags':
      return [0, 1].map((at) => pill(toneOf(property, row + at), x + at * room * 0.5, y, room * 0.44));
    case 'person':
      return [box('accent', x, y, 6, 6, 3), box('quiet', x + 8, y + 1, Math.max(4, room - 12), 4, 2)];
    case 'check':
      return [box(row % 2 ? 'line' : 'accent', x, y, 6, 6, 1.5)];
    case 'stars':
      return [0, 1, 2].map((at) => box(at <= 2 - row ? 'accent' : 'line', x + at * 6, y + 1, 4, 4, 2));
    case 'number':
      return [box('quiet', x + room * 0.5, y + 1, room * 0.5, 4, 2)];
    case 'link':
      return [box('accent', x, y + 1, room * 0.8, 3, 1.5)];
    default:
      return words(0.5 + ((row * 2) % 3) * 0.15);
  }
}

const COLUMNS = 4;

function table(properties: PicturedProperty[], sketchOf: SketchOf): PictureShape[] {
  const columns = properties.slice(0, COLUMNS);
  const first = 44;
  const width = (PICTURE_WIDTH - 12 - first) / Math.max(1, columns.length - 1);
  const shapes = [box('ground', 6, 8, PICTURE_WIDTH - 12, 14, 2)];
  for (const [at, property] of columns.entries()) {
    const x = at === 0 ? 10 : 6 + first + (at - 1) * width;
    shapes.push(box('word', x, 13, (at === 0 ? first : width) * 0.5, 4, 2));
    for (const row of [0, 1, 2]) {
      const y = 28 + row * 19;
      if (at === 0) shapes.push(box('word', x, y + 1, 22 + ((row * 2) % 3) * 5, 4, 2));
      else shapes.push(...cell(property, sketchOf(property), { x, y, width, row }));
    }
  }
  return [...shapes, ...[0, 1, 2].map((row) => box('line', 6, 39 + row * 19, PICTURE_WIDTH - 12, 1, 0))];
}

function board(properties: PicturedProperty[], sketchOf: SketchOf): PictureShape[] {
  const first = (wanted: CellSketch) => properties.find((one) => sketchOf(one) === wanted);
  const by = first('state') ?? first('tag');
  return [0, 1, 2].flatMap((column) => {
    const x = 6 + column * 50;
    const cards = Array.from({ length: 3 - column }, (_none, at) => at).flatMap((at) => [
      box('ground', x, 22 + at * 21, 46, 18, 2),
      box('word', x + 4, 26 + at * 21, 26 - at * 4, 4, 2),
      box('quiet', x + 4, 33 + at * 21, 16, 3, 1.5),
    ]);
    return [pill(by ? toneOf(by, column) : 'gray', x, 10, 26), ...cards];
  });
}

function calendar(): PictureShape[] {
  const [width, height] = [21, 20];
  const upright = Array.from({ length: 8 }, (_none, at) => box('line', 6 + at * width, 8, 1, 4 * height - 6, 0));
  const level = Array.from({ length: 5 }, (_none, at) =>
    box('line', 6, at === 0 ? 8 : 2 + at * height, 7 * width, 1, 0),
  );
  const events: [day: number, week: number, tone: string][] = [
    [1, 0, 'blue'],
    [3, 1, 'green'],
    [4, 1, 'yellow'],
    [2, 2, 'purple'],
    [5, 3, 'blue'],
  ];
  return [
    ...upright,
    ...level,
    ...events.map(([day, week, tone]) => pill(tone, 8.5 + day * width, 12 + week * height, width - 4)),
  ];
}

const gallery = (): PictureShape[] =>
  [0, 1, 2].flatMap((at) => {
    const x = 6 + at * 50;
    const cover = { ...pill(['blue', 'green', 'yellow'][at] as string, x, 14, 46), height: 32, round: 2 };
    return [
      box('ground', x, 14, 46, 60, 2),
      cover,
      box('word', x + 4, 52, 28 - at * 4, 4, 2),
      box('quiet', x + 4, 61, 20, 3),
    ];
  });

const list = (properties: PicturedProperty[], sketchOf: SketchOf): PictureShape[] =>
  [0, 1, 2, 3].flatMap((row) => {
    const y = 12 + row * 19;
    const last = properties[1];
    return [
      box('word', 10, y + 1, 40 + ((row * 2) % 3) * 8, 4, 2),
      ...(last ? cell(last, sketchOf(last), { x: 112, y, width: 40, row }) : []),
      box('line', 6, y + 12, PICTURE_WIDTH - 12, 1, 0),
    ];
  });

const timeline = (): PictureShape[] => [
  ...[0, 1, 2, 3, 4].map((at) => box('line', 6 + at * 37, 8, 1, 76, 0)),
  ...(['green', 'blue', 'gray'] as const).map((tone, at) => ({
    ...pill(tone, 14 + at * 34, 18 + at * 22, 56),
    height: 12,
  })),
];

const chart = (): PictureShape[] => [
  ...[30, 52, 40, 64].map((height, at) => box('accent', 18 + at * 34, 78 - height, 22, height, 2)),
  box('line', 6, 78, PICTURE_WIDTH - 12, 1, 0),
];

const form = (): PictureShape[] =>
  [0, 1, 2].flatMap((at) => [box('word', 30, 8 + at * 25, 36, 4, 2), box('ground', 30, 15 + at * 25, 100, 13, 2)]);

const PICTURES: Record<ViewKind, (properties: PicturedProperty[], sketchOf: SketchOf) => PictureShape[]> = {
  table,
  board,
  calendar,
  gallery,
  list,
  timeline,
  chart,
  form,
};

/** What the first view of such a database looks like. */
export const templatePicture = (kind: ViewKind, properties: PicturedProperty[], sketchOf: SketchOf): PictureShape[] =>
  PICTURES[kind](
    properties.toSorted((a, b) => Number(b.type === 'title') - Number(a.type === 'title')),
    sketchOf,
  );
