/** Lists as HTML: items of one type that follow each other are one element. */
import type { Block } from '../../block.ts';
import type { HtmlView } from '../../html/html-view.ts';

export function listHtml(block: Block, view: HtmlView, run: Block[]): string {
  const items = run
    .map(
      (item) =>
        `<li id="${item.id}">${item.type === 'todo' ? task(item, view) : view.text(item)}${view.children(item)}</li>`,
    )
    .join('');
  const direction = view.direction(block);
  if (block.type === 'numbered') {
    const start = block.data.start === undefined ? '' : ` start="${Number(block.data.start)}"`;
    return `<ol${start}${direction}>${items}</ol>`;
  }
  return `<ul${block.type === 'todo' ? ' class="todo"' : ''}${direction}>${items}</ul>`;
}

function task(item: Block, view: HtmlView): string {
  const checked = item.data.checked ? ' checked' : '';
  return `<label><input type="checkbox" disabled${checked}> <span>${view.text(item)}</span></label>`;
}
