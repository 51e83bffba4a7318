// The groups of a view with their numbers of rows, as the service counts them for whoever looks.
import { send } from '../../../../core/client/request.ts';
import { orderGroups, type ReadGroup } from './group-order.ts';
import type { Model, RowGroup } from './model.ts';

/** In their order, those within others below them. */
export async function readGroups({ grouping, subGrouping, view, search, path }: Model): Promise<RowGroup[]> {
  const body = {
    view_id: view.id,
    with_draft: true,
    group_by: grouping?.id,
    sub_group_by: subGrouping?.id ?? null,
    search,
    limit: 1,
  };
  const { groups } = await send<{ groups: ReadGroup[] }>('POST', `${path}/query`, body);
  return orderGroups(groups, grouping, subGrouping);
}
