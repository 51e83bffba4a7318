// What control words of Rich Text Format say of a paragraph: its style, its list, and the table in which it stands.

export interface ParagraphLayout {
  readonly style?: number;
  /** 0 is the first level */
  readonly outline?: number;
  /** number of the list, and how deep the paragraph stands in it */
  readonly list?: number;
  readonly level?: number;
  /** of documents before Word 97, which say it with each paragraph */
  readonly isBullet?: boolean;
  readonly isNumbered?: boolean;
  readonly isInTable?: boolean;
  readonly tableDepth?: number;
}

/** How deep a paragraph stands in tables. */
export const tableDepthOf = ({ isInTable, tableDepth }: ParagraphLayout): number => tableDepth ?? (isInTable ? 1 : 0);

const CHANGES: Record<string, (value: number) => ParagraphLayout> = {
  s: (style) => ({ style }),
  outlinelevel: (outline) => ({ outline }),
  ls: (list) => ({ list }),
  ilvl: (level) => ({ level }),
  pnlvlblt: () => ({ isBullet: true }),
  pndec: () => ({ isNumbered: true }),
  pnlcltr: () => ({ isNumbered: true }),
  pnucltr: () => ({ isNumbered: true }),
  pnlcrm: () => ({ isNumbered: true }),
  pnucrm: () => ({ isNumbered: true }),
  intbl: () => ({ isInTable: true }),
  itap: (tableDepth) => ({ tableDepth }),
};

/** The layout behind a control word; undefined for one that says nothing of paragraphs. */
export function changedLayout(
  layout: ParagraphLayout,
  name: string,
  value: number | undefined,
): ParagraphLayout | undefined {
  if (name === 'pard') return {};
  const change = Object.hasOwn(CHANGES, name) ? CHANGES[name] : undefined;
  return change && { ...layout, ...change(value ?? 0) };
}
