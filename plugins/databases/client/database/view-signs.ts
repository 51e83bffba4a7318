// The icons of the kinds of views.
import type { ViewKind } from '../../model.ts';

/** Each named as icons are looked for in sources, so that none is missing in what browsers get. */
export const VIEW_SIGNS: Record<ViewKind, { icon: string }> = {
  table: { icon: 'table' },
  board: { icon: 'columns-2' },
  calendar: { icon: 'calendar' },
  gallery: { icon: 'layout-grid' },
  list: { icon: 'list' },
  timeline: { icon: 'move-horizontal' },
  chart: { icon: 'chart-no-axes-column' },
  form: { icon: 'list-todo' },
};
