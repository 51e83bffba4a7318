// Tables of Rich Text Format: rows say where each cell ends, and a table ends with the first paragraph outside of it.
import type { MarkupElement, MarkupNode } from '../../../conversion/html/tree.ts';

/** What a row says of one of its cells. */
export interface CellPlan {
  /** where it ends on the paper */
  right: number;
  /** it belongs to the one before it */
  isBeside?: boolean;
  /** it belongs to the one above it */
  isBelow?: boolean;
}

export interface RowPlan {
  cells: CellPlan[];
  isHead: boolean;
}

interface Row extends RowPlan {
  contents: MarkupNode[][];
}

interface Level {
  rows: Row[];
  contents: MarkupNode[][];
  /** of the cell that is open */
  cell: MarkupNode[];
}

/** Tables nest no deeper; what would stands in the cell around it. */
const DEPTH_MAX = 10;

export class RtfTables {
  readonly #levels: Level[] = [];
  readonly #body: MarkupNode[];

  constructor(body: MarkupNode[]) {
    this.#body = body;
  }

  /** Where nodes of a depth go; tables that are deeper end, and those that are missing begin. */
  at(depth: number): MarkupNode[] {
    const wanted = Math.min(DEPTH_MAX, depth);
    while (this.#levels.length > wanted) this.#end();
    while (this.#levels.length < wanted) this.#levels.push({ rows: [], contents: [], cell: [] });
    return this.#levels.at(-1)?.cell ?? this.#body;
  }

  endCell(depth: number): void {
    this.at(depth);
    const level = this.#levels.at(-1);
    if (!level) return;
    level.contents.push(level.cell);
    level.cell = [];
  }

  endRow(depth: number, plan: RowPlan): void {
    this.at(depth);
    const level = this.#levels.at(-1);
    if (!level) return;
    if (level.cell.length) level.contents.push(level.cell);
    level.rows.push({ ...plan, contents: level.contents });
    level.contents = [];
    level.cell = [];
  }

  #end(): void {
    const level = this.#levels.pop();
    if (!level) return;
    // A cell without a row is cut off; its words are kept.
    if (level.cell.length) level.contents.push(level.cell);
    if (level.contents.length) level.rows.push({ cells: [], isHead: false, contents: level.contents });
    const target = this.#levels.at(-1)?.cell ?? this.#body;
    if (level.rows.length) target.push(tableElement(level.rows));
  }
}

interface Spanned {
  element: MarkupElement;
  rows: number;
}

function tableElement(rows: Row[]): MarkupElement {
  const edges = [...new Set(rows.flatMap(({ cells }) => cells.map(({ right }) => right)))].sort((a, b) => a - b);
  const columns = new Map(edges.map((right, at) => [right, at + 1]));
  /** column → the cell that reaches down from above */
  let above = new Map<number, Spanned>();
  const children = rows.map((row) => {
    const made: MarkupElement[] = [];
    const open = new Map<number, Spanned>();
    let column = 0;
    for (const [index, content] of row.contents.entries()) {
      const plan = row.cells.length === row.contents.length ? row.cells[index] : undefined;
      const end = plan ? (columns.get(plan.right) as number) : column + 1;
      const over = above.get(column);
      const beside = made.at(-1);
      if (plan?.isBeside && beside) {
        beside.children.push(...content);
        widen(beside, end - column);
      } else if (plan?.isBelow && over) {
        over.element.children.push(...content);
        over.element.attrs.rowspan = String(++over.rows);
        open.set(column, over);
      } else {
        const element = { tag: row.isHead ? 'th' : 'td', attrs: {}, children: content };
        widen(element, end - column - 1);
        made.push(element);
        open.set(column, { element, rows: 1 });
      }
      column = Math.max(column, end);
    }
    above = open;
    return { tag: 'tr', attrs: {}, children: made };
  });
  return { tag: 'table', attrs: {}, children };
}

function widen({ attrs }: MarkupElement, by: number): void {
  const span = Number(attrs.colspan ?? 1) + Math.max(0, by);
  if (span > 1) attrs.colspan = String(span);
}
