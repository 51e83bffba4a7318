// Collects what an import did and could not do; lists are cut, counts are not.
import type { BrokenLink, ImportReport, ImportWarning } from './contract.ts';

const LISTED_MAX = 2000;

const PARTIAL = new Set(['unreadable', 'damaged', 'encrypted', 'cut_off', 'more_rows', 'more_columns']);

export const emptyReport = (): ImportReport => ({
  counts: { pages: 0, folders: 0, databases: 0, rows: 0, files: 0, links: 0, comments: 0 },
  created: 0,
  updated: 0,
  skipped: 0,
  warnings: [],
  warnings_total: 0,
  unsupported: {},
  broken_links: [],
  broken_links_total: 0,
});

export class ReportBuilder {
  readonly report = emptyReport();
  /** something of the source could not be read, or not to its end */
  isPartial = false;
  /** the folder from which on items are called by their paths; with its slash, or empty */
  root = '';
  readonly #refused: string[] = [];

  warn(item: string, kind: string, reason: string): void {
    const { report } = this;
    if (PARTIAL.has(kind)) this.isPartial = true;
    if (kind === 'refused') this.#refused.push(item);
    report.warnings_total += 1;
    if (report.warnings.length < LISTED_MAX) report.warnings.push({ item: shown(item), kind, reason });
  }

  /** It, or the folder that it lies in, was left out: it is there all the same. */
  isRefused(path: string): boolean {
    const whole = this.root + path;
    return this.#refused.some((one) => whole === one || whole.startsWith(`${one}/`));
  }

  broken(links: BrokenLink[]): void {
    const { report } = this;
    report.broken_links_total += links.length;
    for (const link of links) {
      if (report.broken_links.length >= LISTED_MAX) return;
      report.broken_links.push({ ...link, item: shown(link.item), target: shown(link.target) });
    }
  }

  unsupported(kinds: Record<string, number>): void {
    const counts = this.report.unsupported;
    for (const [kind, times] of Object.entries(kinds)) counts[kind] = (counts[kind] ?? 0) + times;
  }

  get clean(): boolean {
    return this.report.warnings_total === 0 && this.report.broken_links_total === 0;
  }
}

const shown = (text: string): string => text.replaceAll('\0', '\ufffd').slice(0, 500).toWellFormed();

/** Warnings of each kind, the most frequent first, for people. */
export function byKind(warnings: ImportWarning[]): { kind: string; count: number; first: ImportWarning }[] {
  const groups = new Map<string, { kind: string; count: number; first: ImportWarning }>();
  for (const warning of warnings) {
    const group = groups.get(warning.kind);
    if (group) group.count += 1;
    else groups.set(warning.kind, { kind: warning.kind, count: 1, first: warning });
  }
  return [...groups.values()].sort((a, b) => b.count - a.count);
}
