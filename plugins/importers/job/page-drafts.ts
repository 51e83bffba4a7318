// Turns planned pages into drafts: converts each, and decides whether it is new, changed, or better left alone.
import { type Block, newBlockId } from '../../blocks/block.ts';
import type { NoteSurroundings } from '../conversion/links.ts';
import { type ConvertedNote, convertNote, NoteFault, type NoteItem, plainFingerprint } from '../conversion/note.ts';
import { versionNow } from '../current-version.ts';
import type { ValueLookup } from '../tables/values.ts';
import { refusedFile } from './attachments.ts';
import { type BatchWriter, isCounted } from './batch-writer.ts';
import { type FreshThread, Remarks } from './comments.ts';
import { DatabaseOrder } from './database-order.ts';
import type { DatabaseWriter } from './databases.ts';
import type { JobContext } from './job-context.ts';
import type { ItemBody, PlannedPage } from './plan.ts';
import type { KnownItem } from './previous-imports.ts';
import { PENDING_RELATIONS_PREFIX } from './relations.ts';
import { draftRow, type RowOf } from './row-drafts.ts';

export interface RowTargets {
  databases: DatabaseWriter;
  found: ValueLookup;
}

/** Writes what is new or has changed; returns the ids of the files that notes refer to. */
export async function writeNotes(
  run: JobContext,
  writer: BatchWriter,
  planned: PlannedPage[],
  around: NoteSurroundings & RowTargets,
): Promise<Set<string>> {
  const { pulse, spool, report } = run;
  const remarks = new Remarks(run);
  const referred = new Set<string>();
  const order = new DatabaseOrder(planned, (page) => openDatabase(run, writer, page, around));
  for (const [index, page] of newFirst(run, planned).entries()) {
    await pulse.tick({ phase: 'pages', done: index, total: planned.length });
    order.reached(page);
    if (page.kind === 'database') {
      await order.open(page);
      continue;
    }
    const { item, threads } = await remarks.take(page, await spool.read(page.body));
    await order.openShown(item, page, around);
    const row = page.kind === 'row' ? draftRow(item, page, around) : undefined;
    if (page.kind === 'row' && !row) continue;
    const converted = await convert(run, row?.body ?? bodyOf(item), page, around);
    for (const id of [...converted.files, ...(row?.files ?? [])]) referred.add(id);
    report.report.counts[counted[page.kind]] += 1;
    // What a folder lists are no links of the source.
    if (page.kind !== 'folder') report.report.counts.links += converted.links;
    report.broken([...converted.broken, ...(row?.broken ?? [])]);
    report.unsupported(converted.unsupported);
    report.unsupported(item.unsupported ?? {});
    await decide(run, writer, { page, properties: item.properties, converted, threads, ...(row && { row }) });
  }
  await writer.flush();
  return referred;
}

/** What changes here may link to what is new, which has to be there by then; a database is in front of its new rows. */
function newFirst({ known }: JobContext, planned: PlannedPage[]): PlannedPage[] {
  const isHere = ({ id, kind }: PlannedPage) => kind !== 'database' && ['live', 'trashed'].includes(known.state(id));
  return [...planned.filter((page) => !isHere(page)), ...planned.filter(isHere)];
}

const counted = { page: 'pages', folder: 'folders', row: 'rows' } as const;

async function openDatabase(
  run: JobContext,
  writer: BatchWriter,
  page: PlannedPage,
  { databases }: RowTargets,
): Promise<void> {
  const { report } = run.report;
  await writer.flush();
  report.counts.databases += 1;
  const outcome = await databases.open(page);
  if (outcome !== 'refused') report[outcome] += 1;
}

/** A row whose database is not in the source is a page that says its values. */
const bodyOf = (item: ItemBody): NoteItem =>
  item.type === 'row' ? { ...item, properties: { ...item.properties, ...item.values } } : item;

async function convert(
  run: JobContext,
  item: NoteItem,
  page: PlannedPage,
  around: NoteSurroundings,
): Promise<ConvertedNote> {
  try {
    return await convertNote(item, page, around);
  } catch (error) {
    if (!(error instanceof NoteFault)) throw error;
    return asFile(run, item, page, `The note ${error.message}; its text is kept as a file.`);
  }
}

/** A note that no page can hold: its text as a file, and a page that says so. */
async function asFile(run: JobContext, item: NoteItem, page: PlannedPage, because: string): Promise<ConvertedNote> {
  run.report.warn(page.path, 'too_large', because);
  const said: Block = { id: newBlockId(), type: 'paragraph', data: {}, content: [{ type: 'text', text: because }] };
  const blocks = [said];
  if (!run.job.dry_run) {
    const [text, ending] = item.blocks ? [JSON.stringify(item.blocks), 'json'] : [item.markdown ?? '', 'md'];
    const name = `${page.title.slice(0, 200)}.${ending}`;
    const kept = await run.keepFile(Buffer.from(text), name).catch((error) => refusedFile(run, page.path, error));
    if (kept) blocks.push({ id: newBlockId(), type: 'file', data: { fileId: kept.id, name: kept.name } });
  }
  const fingerprint = plainFingerprint(item);
  return { blocks, links: 0, broken: [], unsupported: {}, tags: item.tags ?? [], files: [], fingerprint };
}

interface Candidate {
  page: PlannedPage;
  properties: ItemBody['properties'];
  converted: ConvertedNote;
  threads: FreshThread[];
  row?: RowOf;
}

async function decide(
  run: JobContext,
  writer: BatchWriter,
  { page, properties = {}, converted, threads, row }: Candidate,
): Promise<void> {
  const { known, report } = run;
  const state = known.state(page.id);
  const verdict = await judge(run, page, converted);
  if (verdict.warning) report.warn(page.path, ...verdict.warning);
  const said = state === 'trashed' ? [] : threads;
  const isOnlySaid = !verdict.write && said.length > 0;
  const count = isOnlySaid && verdict.count === 'skipped' && !verdict.warning ? 'updated' : verdict.count;
  if (isCounted(page.kind)) report.report[count] += 1;
  if (!verdict.write && !isOnlySaid) return;
  const place = {
    id: page.id,
    path: page.path,
    pageId: writer.pageId(page.id),
    parentId: writer.parentOf(page),
    title: row?.title ?? page.title,
    blocks: converted.blocks,
    bytes: page.body.length,
    ...(said.length && { threads: said }),
  };
  if (isOnlySaid) return writer.add({ ...place, action: 'remark', record: (known.get(page.id) as KnownItem).row });
  await writer.add({
    ...place,
    action: state === 'live' ? 'update' : 'fill',
    ...(page.icon && { icon: page.icon }),
    ...(page.created && { createdAt: page.created }),
    ...(page.updated && { updatedAt: page.updated }),
    ...(row?.written && { row: row.written }),
    record: {
      kind: page.kind,
      fingerprint: `${row?.isLate ? PENDING_RELATIONS_PREFIX : ''}${converted.fingerprint}`,
      tags_json: JSON.stringify(converted.tags),
      ...(!row && { properties_json: JSON.stringify(properties) }),
    },
  });
}

interface Verdict {
  count: 'created' | 'updated' | 'skipped';
  write?: true;
  warning?: [kind: string, reason: string];
}

async function judge({ ctx, known, job }: JobContext, page: PlannedPage, converted: ConvertedNote): Promise<Verdict> {
  const state = known.state(page.id);
  const before = known.get(page.id);
  if (state === 'new' || state === 'reserved') return { count: 'created', write: true };
  if (state === 'trashed')
    return { count: 'skipped', warning: ['in_trash', 'Its page is in the trash; it was left there.'] };
  if (before?.row.fingerprint === converted.fingerprint) {
    // A job that goes on after an interruption counts what it did before as its own.
    if (before.row.created_by_job === job.id) return { count: 'created' };
    return { count: before.row.job_id === job.id ? 'updated' : 'skipped' };
  }
  if (!before?.page || (await versionNow(ctx, before.page.id)) !== before.row.page_version)
    return {
      count: 'skipped',
      warning: ['edited_here', 'Its page was changed here since the last import; it was kept as it is.'],
    };
  return { count: 'updated', write: true };
}
