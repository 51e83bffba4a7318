// How a document looks: its styles by the names that word processors know, its lists, and the colours of the palette.
import {
  AlignmentType,
  BorderStyle,
  HighlightColor,
  type ILevelsOptions,
  type INumberingOptions,
  type IStylesOptions,
  LevelFormat,
  LevelSuffix,
} from 'docx';

/** Of the text on a page, in twentieths of a point: A4 within margins of an inch. */
export const TEXT_WIDTH = 9026;
const STEP = 360;
export const HEADING_LEVELS = 9;

export const indentOf = (level: number): { left: number } => ({ left: STEP * level });

export const INKS: Record<string, string> = {
  gray: '6B7280',
  brown: '8A5A33',
  orange: 'C2570C',
  yellow: '9A6B00',
  green: '2F7D4F',
  blue: '1D5FA8',
  purple: '6D3FA0',
  pink: 'B0306F',
  red: 'B42318',
};

/** There are few of these, so that some share one. */
export const HIGHLIGHTS: Record<string, (typeof HighlightColor)[keyof typeof HighlightColor]> = {
  gray: HighlightColor.LIGHT_GRAY,
  brown: HighlightColor.DARK_YELLOW,
  orange: HighlightColor.DARK_YELLOW,
  yellow: HighlightColor.YELLOW,
  green: HighlightColor.GREEN,
  blue: HighlightColor.CYAN,
  purple: HighlightColor.MAGENTA,
  pink: HighlightColor.MAGENTA,
  red: HighlightColor.RED,
};

/** Behind the text of cells, where every colour can be had. */
export const GROUNDS: Record<string, string> = {
  gray: 'ECECEA',
  brown: 'F1E6DE',
  orange: 'FBE6D3',
  yellow: 'FFF3B8',
  green: 'DFF1E3',
  blue: 'DFEBFA',
  purple: 'ECE3F7',
  pink: 'FAE1EE',
  red: 'FDE2DF',
};

const MONO = 'Courier New';
const FILL = 'F3F4F6';
const shading = { fill: FILL };
const line = { style: BorderStyle.SINGLE, size: 12, space: 8, color: 'A1A1AA' };

/** Our own importer knows documents by the same names. */
export const STYLES: IStylesOptions = {
  default: { document: { run: { font: 'Calibri', size: 22 }, paragraph: { spacing: { after: 120, line: 276 } } } },
  paragraphStyles: [
    { id: 'Quote', name: 'Quote', basedOn: 'Normal', run: { italics: true }, paragraph: { border: { left: line } } },
    { id: 'Callout', name: 'Callout', basedOn: 'Normal', paragraph: { shading, border: { left: line } } },
    { id: 'Caption', name: 'caption', basedOn: 'Normal', run: { size: 18, color: INKS.gray as string } },
    { id: 'SourceCode', name: 'Source Code', basedOn: 'Normal', run: { font: MONO, size: 19 }, paragraph: { shading } },
  ],
  characterStyles: [{ id: 'VerbatimChar', name: 'Verbatim Char', run: { font: MONO, shading } }],
};

export const BULLETS = 'bullets';
export const TASKS = 'tasks';
export const numbersFrom = (start: number): string => `numbers-${start}`;

const SIGNS = ['•', '◦', '▪'];
const FORMATS = [LevelFormat.DECIMAL, LevelFormat.LOWER_LETTER, LevelFormat.LOWER_ROMAN];

const levels = (of: (level: number) => Partial<ILevelsOptions>): ILevelsOptions[] =>
  Array.from({ length: HEADING_LEVELS }, (_none, level) => ({
    level,
    alignment: AlignmentType.LEFT,
    style: { paragraph: { indent: { ...indentOf(level + 1), hanging: STEP } } },
    ...of(level),
  }));

/** @param starts first numbers of ordered lists */
export const numbering = (starts: Iterable<number>): INumberingOptions => ({
  config: [
    {
      reference: BULLETS,
      levels: levels((level) => ({ format: LevelFormat.BULLET, text: SIGNS[level % SIGNS.length] as string })),
    },
    // Its box stands in the text.
    {
      reference: TASKS,
      levels: levels(() => ({ format: LevelFormat.BULLET, text: '', suffix: LevelSuffix.NOTHING })),
    },
    ...[...starts].map((start) => ({
      reference: numbersFrom(start),
      levels: levels((level) => ({
        ...{ format: FORMATS[level % FORMATS.length] as (typeof FORMATS)[number], text: `%${level + 1}.` },
        start: level ? 1 : start,
      })),
    })),
  ],
});
