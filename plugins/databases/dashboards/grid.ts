// The grid of a dashboard as blocks of its page: views beside each other in columns, a whole line wide at most.
import { type Block, newBlockId } from '../../blocks/block.ts';

/** A view of a database, so many quarters of a line wide. */
export interface DashboardItem {
  collection_id: number;
  view_id: number;
  width: number;
}

export const LINE = 4;

const blockOf = ({ collection_id, view_id }: DashboardItem): Block => ({
  id: newBlockId(),
  type: 'database',
  data: { collectionId: collection_id, viewId: view_id },
});

/** Items in lines, each as full as it can be. */
export function dashboardBlocks(items: DashboardItem[]): Block[] {
  const lines: DashboardItem[][] = [];
  let room = 0;
  for (const item of items) {
    if (item.width > room) {
      lines.push([]);
      room = LINE;
    }
    lines.at(-1)?.push(item);
    room -= item.width;
  }
  return lines.map((line) => (line.length === 1 ? blockOf(line[0] as DashboardItem) : columnsOf(line)));
}

const columnsOf = (line: DashboardItem[]): Block => ({
  id: newBlockId(),
  type: 'columns',
  data: { widths: line.map(({ width }) => width) },
  children: line.map((item) => ({ id: newBlockId(), type: 'column', data: {}, children: [blockOf(item)] })),
});

/** What people have made of the grid since: views in it, wherever they stand. A view without a name is the first one. */
export function dashboardItems(
  blocks: Block[],
  width = LINE,
): { collection_id: number; view_id: number | null; width: number }[] {
  return blocks.flatMap((block) => {
    const { collectionId, viewId } = block.data;
    if (block.type === 'database')
      return [{ collection_id: Number(collectionId), view_id: typeof viewId === 'number' ? viewId : null, width }];
    const children = block.children ?? [];
    if (block.type !== 'columns') return dashboardItems(children, width);
    const widths = (block.data.widths as number[] | undefined) ?? children.map(() => 1);
    const sum = widths.reduce((all, one) => all + one, 0) || 1;
    return children.flatMap((column, at) => {
      const share = ((widths[at] ?? 1) / sum) * LINE;
      return dashboardItems(column.children ?? [], Math.min(LINE, Math.max(1, Math.round(share))));
    });
  });
}
