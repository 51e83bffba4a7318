/** Tables as prosemirror-tables expects them (`tableRole`, colspan, rowspan, colwidth) and with a colour, with inline text in the cells. */
import type { AttributeSpec, NodeSpec, TagParseRule } from 'prosemirror-model';
import { cellColour, span, TEXT_TABLE_COLUMNS_MAX, TEXT_TABLE_ROWS_MAX } from '../codec/table.ts';
import { BLOCK_MODELS } from '../types/models.ts';
import { idRule, widthsRule } from '../value-rules.ts';
import { type AttributeSource, attributes, attributesOf } from './attributes.ts';

function limited(dom: AttributeSource, name: string, most: number): number {
  const value = Math.trunc(Number(dom.getAttribute(name) ?? 1));
  return idRule.fault(value) ? 1 : Math.min(value, most);
}

function cellAttributes(dom: AttributeSource): Record<string, unknown> {
  const stored = (dom.getAttribute('data-colwidth') ?? '').split(',').map(Number);
  const colspan = limited(dom, 'colspan', TEXT_TABLE_COLUMNS_MAX);
  const colwidth = stored.length === colspan && stored[0] && !widthsRule.fault(stored) ? stored : null;
  const name = dom.getAttribute('data-color');
  const color = name === 'default' || cellColour.color.fault(name) ? null : name;
  return { colspan, rowspan: limited(dom, 'rowspan', TEXT_TABLE_ROWS_MAX), colwidth, color };
}

const cellAttrs: Record<string, AttributeSpec> = {
  ...attributesOf({ ...span, ...cellColour }),
  colwidth: {
    default: null,
    validate(value) {
      const fault = value === null ? null : widthsRule.fault(value);
      if (fault) throw new RangeError(`colwidth ${fault}`);
    },
  },
};
cellAttrs.colspan!.default = 1;
cellAttrs.rowspan!.default = 1;

function cell(tag: 'td' | 'th', tableRole: string): NodeSpec {
  return {
    content: 'inline*',
    attrs: cellAttrs,
    tableRole,
    isolating: true,
    toDOM(node) {
      const { colspan, rowspan, colwidth, color } = node.attrs;
      const attrs: Record<string, string> = {};
      if (colspan > 1) attrs.colspan = String(colspan);
      if (rowspan > 1) attrs.rowspan = String(rowspan);
      if (colwidth) attrs['data-colwidth'] = colwidth.join(',');
      if (color) attrs['data-color'] = color;
      return [tag, attrs, 0];
    },
    parseDOM: [{ tag, getAttrs: cellAttributes }],
  };
}

// The header flags are the truth in the list; in pasted HTML only the elements tell.
const tableRule: TagParseRule = {
  tag: 'table',
  getAttrs(dom) {
    const rows = [...dom.querySelectorAll('tr')].map((row) =>
      [...row.children].map((child) => child.nodeName === 'TH'),
    );
    const row = (rows[0]?.length ?? 0) > 0 && rows[0]!.every(Boolean);
    const column = rows.length > (row ? 1 : 0) && rows.slice(row ? 1 : 0).every((cells) => cells[0] === true);
    return { header: { row, column } };
  },
};

/** The four nodes of a table. */
export const tableNodes: Record<string, NodeSpec> = {
  table: {
    group: 'blockContent solidContent',
    content: 'table_row+',
    attrs: { header: attributes(BLOCK_MODELS.get('table')!).header! },
    tableRole: 'table',
    isolating: true,
    toDOM: () => ['table', ['tbody', 0]],
    parseDOM: [tableRule],
  },
  table_row: {
    content: '(table_cell | table_header)*',
    tableRole: 'row',
    toDOM: () => ['tr', 0],
    parseDOM: [{ tag: 'tr' }],
  },
  table_cell: cell('td', 'cell'),
  table_header: cell('th', 'header_cell'),
};
