// What values of rows name: rows and files of the source by their ids and paths, people here by name or address.
import { workspaces } from '../../workspaces/contract.ts';
import type { ValueLookup } from '../tables/values.ts';
import type { StoredFile } from './attachments.ts';
import type { BatchWriter } from './batch-writer.ts';
import type { JobContext } from './job-context.ts';

export async function createValueLookup(
  { ctx, job, plan }: JobContext,
  writer: BatchWriter,
  files: Map<string, StoredFile>,
): Promise<ValueLookup> {
  const people = new Map<string, number>();
  const hasPeople = [...plan.tables.values()].some(({ columns }) => columns.some(({ type }) => type === 'person'));
  for (const { user_id, full_name, email } of hasPeople ? await ctx.use(workspaces).members(ctx, job.workspace_id) : [])
    for (const name of [full_name, email]) people.set(name.trim().toLowerCase(), user_id);
  return {
    row: (id) => writer.pageId(id),
    file: (path) => files.get(path)?.block.fileId,
    person: (name) => people.get(name.trim().toLowerCase()),
  };
}
