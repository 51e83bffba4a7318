// Turns planned pages into drafts: converts each, and decides whether it is new, changed, or better left alone.
import { type Block, newBlockId } from '../../pages/contract.ts';
import type { PageItem } from '../contract.ts';
import type { Surroundings } from '../conversion/links.ts';
import { type Converted, convertNote, NoteFault, plainFingerprint } from '../conversion/note.ts';
import type { PlannedPage } from './plan.ts';
import type { Running } from './running.ts';
import type { Writer } from './writer.ts';

/** Writes what is new or has changed; returns the ids of the files that notes refer to. */
export async function writeNotes(
  run: Running,
  writer: Writer,
  planned: PlannedPage[],
  around: Surroundings,
): Promise<Set<string>> {
  const { pulse, spool, report } = run;
  const referred = new Set<string>();
  for (const [index, page] of planned.entries()) {
    await pulse.tick({ phase: 'pages', done: index, total: planned.length });
    const item = await spool.read(page.body);
    const converted = await convert(run, item, page, around);
    for (const id of converted.files) referred.add(id);
    report.report.counts[page.kind === 'folder' ? 'folders' : 'pages'] += 1;
    report.report.counts.links += converted.links;
    report.broken(converted.broken);
    report.unsupported(converted.unsupported);
    report.unsupported(item.unsupported ?? {});
    await decide(run, writer, { page, item, converted });
  }
  await writer.flush();
  return referred;
}

async function convert(run: Running, item: PageItem, page: PlannedPage, around: Surroundings): Promise<Converted> {
  try {
    return await convertNote(item, page, around);
  } catch (error) {
    if (!(error instanceof NoteFault)) throw error;
    return asFile(run, item, page, `The note ${error.message}; its text is kept as a file.`);
  }
}

/** A note that no page can hold: its text as a file, and a page that says so. */
async function asFile(run: Running, item: PageItem, page: PlannedPage, because: string): Promise<Converted> {
  run.report.warn(page.path, 'too_large', because);
  const said: Block = { id: newBlockId(), type: 'paragraph', data: {}, content: [{ type: 'text', text: because }] };
  const blocks = [said];
  if (!run.job.dry_run) {
    const [text, ending] = item.blocks ? [JSON.stringify(item.blocks), 'json'] : [item.markdown ?? '', 'md'];
    const { id, name } = await run.keepFile(Buffer.from(text), `${page.title.slice(0, 200)}.${ending}`);
    blocks.push({ id: newBlockId(), type: 'file', data: { fileId: id, name } });
  }
  const fingerprint = plainFingerprint(item);
  return { blocks, links: 0, broken: [], unsupported: {}, tags: item.tags ?? [], files: [], fingerprint };
}

interface Candidate {
  page: PlannedPage;
  item: PageItem;
  converted: Converted;
}

async function decide(run: Running, writer: Writer, { page, item, converted }: Candidate): Promise<void> {
  const { known, report } = run;
  const state = known.state(page.id);
  const verdict = judge(run, page, converted);
  if (verdict.warning) report.warn(page.path, ...verdict.warning);
  if (page.kind === 'page') report.report[verdict.count] += 1;
  if (!verdict.write) return;
  await writer.add({
    id: page.id,
    path: page.path,
    action: state === 'live' ? 'update' : 'fill',
    pageId: writer.pageId(page.id) as number,
    parentId: writer.parentOf(page),
    title: page.title,
    blocks: converted.blocks,
    bytes: page.body.length,
    ...(page.updated && { updatedAt: page.updated }),
    record: {
      kind: page.kind,
      fingerprint: converted.fingerprint,
      tags_json: JSON.stringify(converted.tags),
      properties_json: JSON.stringify(item.properties ?? {}),
    },
  });
}

interface Verdict {
  count: 'created' | 'updated' | 'skipped';
  write?: true;
  warning?: [kind: string, reason: string];
}

function judge({ known, job }: Running, page: PlannedPage, converted: Converted): Verdict {
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
  if (before?.page?.sync_version !== before?.row.page_version)
    return {
      count: 'skipped',
      warning: ['edited_here', 'Its page was changed here since the last import; it was kept as it is.'],
    };
  return { count: 'updated', write: true };
}
