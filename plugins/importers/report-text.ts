// The report of an import as lines for people.
import type { ImportReport } from './contract.ts';
import { keptAndLeftOut } from './left-out.ts';
import { byKind } from './report.ts';
import type { JobRow } from './store.ts';

const BROKEN_SHOWN = 10;
const SAME_SHOWN = 3;
/** Pages that are about to go, or went, are named one by one. */
const GONE_SHOWN = 100;
const GONE = /^(gone|pruned)/;

const numbers = (parts: [number, string][]): string =>
  parts
    .filter(([count], index) => count > 0 || index === 0)
    .map(([count, what]) => `${count} ${what}`)
    .join(', ');

export function reportLines(job: JobRow, report: ImportReport): string[] {
  const { counts, created, updated, skipped, unsupported } = report;
  const { kept, leftOut } = keptAndLeftOut(unsupported);
  const found = numbers([
    [counts.pages, 'notes'],
    [counts.folders, 'folders'],
    [counts.databases, 'databases'],
    [counts.rows, 'rows'],
    [counts.files, 'files'],
    [counts.links, 'links'],
    [counts.comments, 'comments'],
  ]);
  const done = numbers([
    [created, 'created'],
    [updated, 'updated'],
    [skipped, 'unchanged or kept'],
  ]);
  return [
    `Import ${job.id}: ${job.status.replaceAll('_', ' ')}${job.error ? `. ${job.error}` : ''}`,
    `${job.dry_run ? 'Would find' : 'Found'} ${found}; ${job.dry_run ? 'would be ' : ''}${done}.`,
    ...warningLines(report),
    ...kept.map(([kind, times]) => `No equal here, kept otherwise: ${kind} ×${times}`),
    ...leftOut.map(([kind, times]) => `No equal here, left out: ${kind} ×${times}`),
    ...brokenLines(report),
    ...undoLines(report),
  ];
}

function warningLines({ warnings }: ImportReport): string[] {
  return byKind(warnings).flatMap(({ kind, count }) => [
    `Warnings of kind ${kind}: ${count}`,
    ...warnings
      .filter((warning) => warning.kind === kind)
      .slice(0, GONE.test(kind) ? GONE_SHOWN : SAME_SHOWN)
      .map(({ item, reason }) => `  ${item}: ${reason}`),
  ]);
}

function brokenLines({ broken_links, broken_links_total }: ImportReport): string[] {
  if (!broken_links_total) return [];
  const shown = broken_links.slice(0, BROKEN_SHOWN).map(({ item, target }) => `  ${item} → ${target}`);
  const more = broken_links_total - shown.length;
  return [`Links that lead nowhere: ${broken_links_total}`, ...shown, ...(more > 0 ? [`  and ${more} more`] : [])];
}

function undoLines({ undo }: ImportReport): string[] {
  if (!undo) return [];
  return [
    `Undone: ${undo.trashed} pages in the trash, ${undo.restored} restored.`,
    ...undo.kept.map(({ item, reason }) => `  ${item}: ${reason}`),
  ];
}
