/** Tables as HTML: merged cells, heads and widths. */
import { type Block, type TableBlockCell, tableRows } from '../../block.ts';
import { cellColumns } from '../../codec/table.ts';
import type { HtmlView } from '../../html/html-view.ts';
import { inlineText } from '../../plain-text.ts';

export function tableHtml(block: Block, view: HtmlView): string {
  const rows = tableRows(block);
  const header = block.data.header as { row: boolean; column: boolean };
  const places = header.column ? cellColumns(rows) : [];
  const scope = (y: number, x: number) =>
    header.row && y === 0 ? 'col' : header.column && places[y]?.[x] === 0 ? 'row' : null;
  const line = (row: TableBlockCell[], y: number) =>
    `<tr>${row.map((cell, x) => tableCell(cell, scope(y, x), view)).join('')}</tr>`;
  // A heading cell that reaches down cannot leave its thead.
  const heads = header.row && !rows[0]?.some((cell) => cell.rowspan) ? 1 : 0;
  const lines = rows.map(line);
  const head = heads ? `<thead>${lines[0]}</thead>` : '';
  const body = lines.length > heads ? `<tbody>${lines.slice(heads).join('')}</tbody>` : '';
  const words = rows.flat().map(({ content }) => inlineText(content));
  const dir = view.directionOf(words.join(' '));
  return `<div class="table" id="${block.id}"${dir}><table${size(block)}>${columns(block)}${head}${body}</table></div>`;
}

/** A table whose columns all have widths is drawn exactly so. */
function size(block: Block): string {
  const widths = (block.data.widths as number[] | undefined) ?? [0];
  return widths.every(Boolean) ? ` class="sized" width="${widths.reduce((sum, width) => sum + width, 0)}"` : '';
}

function columns(block: Block): string {
  const widths = block.data.widths as number[] | undefined;
  if (!widths) return '';
  return `<colgroup>${widths.map((width) => (width ? `<col width="${width}">` : '<col>')).join('')}</colgroup>`;
}

function tableCell(cell: TableBlockCell, scope: string | null, view: HtmlView): string {
  const colspan = cell.colspan ? ` colspan="${cell.colspan}"` : '';
  const rowspan = cell.rowspan ? ` rowspan="${cell.rowspan}"` : '';
  const colour = cell.color ? ` data-color="${cell.color}"` : '';
  const look = `${colspan}${rowspan}${colour}`;
  const inner = view.inline(cell.content);
  return scope ? `<th scope="${scope}"${look}>${inner}</th>` : `<td${look}>${inner}</td>`;
}
