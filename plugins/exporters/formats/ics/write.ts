// The rows of databases that have a date as one calendar, with what repeats, its exceptions and its reminders.
import { Readable } from 'node:stream';
import { Problem } from '../../../../core/http/problem.ts';
import { xmlText } from '../../../../core/views/html-escape.ts';
import { blocksPlainText } from '../../../blocks/plain-text.ts';
import { type CalendarExportEvent, databases, recurrence } from '../../../databases/contract.ts';
import type { Bundle, ExportNode } from '../../export-source.ts';
import { databasesIn } from '../../table.ts';

/** Characters of a text that an event tells. */
const TEXT_MAX = 20_000;

/** @throws Problem validation_failed when no database has a date */
export async function openIcs(bundle: Bundle): Promise<Readable> {
  const { writeCalendar } = await recurrence();
  const dated: { node: ExportNode; events: CalendarExportEvent[] }[] = [];
  for (const node of databasesIn(bundle)) {
    const events = await eventsOf(bundle, node);
    if (events) dated.push({ node, events });
  }
  if (!dated.length)
    throw new Problem(
      'validation_failed',
      'Nothing here has a date to export. Choose a database with a date property.',
    );
  const [only, ...others] = dated;
  // Of several databases each event says to which it belongs.
  const events = others.length
    ? dated.flatMap((one) => one.events.map((event) => ({ ...event, categories: [one.node.title || 'Untitled'] })))
    : (only?.events ?? []);
  return Readable.from([await writeCalendar(bundle.title, 'Commonplace', events)], { objectMode: false });
}

/** Texts are told of rows that are inside the export. */
async function eventsOf(bundle: Bundle, { databaseId }: ExportNode): Promise<CalendarExportEvent[] | undefined> {
  const rows = await bundle.ctx.use(databases).dated(bundle.ctx, databaseId as number);
  if (!rows) return undefined;
  const events: CalendarExportEvent[] = [];
  for (const { rowId, ...event } of rows) {
    await bundle.tick();
    const node = bundle.nodes.get(rowId);
    const text = node ? blocksPlainText(await bundle.blocks(node)) : '';
    events.push({ ...event, ...(text && { description: xmlText(text).slice(0, TEXT_MAX) }) });
  }
  return events;
}
