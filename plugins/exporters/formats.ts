// The formats there are: those in formats/, each read when it is asked for, and those that other plugins add.
import type { Readable } from 'node:stream';
import type { App } from '../../core/kernel/app.ts';
import { exportFormats, type Format, SCOPES, type ScopeKind } from './contract.ts';
import type { Bundle } from './export-source.ts';

const ZIP = { ending: 'zip', mime: 'application/zip', scopes: SCOPES } as const;
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const NO_CHROMIUM =
  'A PDF is drawn by Chromium, and this service knows none: its setting CHROME_BIN has to name one. Until then, print the page in your browser and choose PDF there.';

const own: readonly Format[] = [
  { ...ZIP, name: 'markdown', open: async (bundle) => (await import('./formats/markdown.ts')).open(bundle) },
  { ...ZIP, name: 'html', open: async (bundle) => (await import('./formats/html.ts')).open(bundle) },
  { ...ZIP, name: 'archive', open: async (bundle) => (await import('./archive/write.ts')).open(bundle) },
  { ...ZIP, name: 'csv', open: async (bundle) => (await import('./formats/tables.ts')).openCsv(bundle) },
  {
    ...{ name: 'xlsx', ending: 'xlsx', mime: XLSX, scopes: SCOPES },
    open: async (bundle) => (await import('./formats/tables.ts')).openXlsx(bundle),
  },
  {
    ...{ name: 'opml', ending: 'opml', mime: 'text/x-opml', scopes: SCOPES },
    open: async (bundle) => (await import('./formats/opml.ts')).open(bundle),
  },
  {
    ...{ name: 'ics', ending: 'ics', mime: 'text/calendar', scopes: SCOPES },
    open: async (bundle) => (await import('./formats/ics.ts')).open(bundle),
  },
  {
    ...{ name: 'pdf', ending: 'pdf', mime: 'application/pdf', scopes: SCOPES, single: true },
    missing: ({ settings }) => (settings.CHROME_BIN ? undefined : NO_CHROMIUM),
    open: async (bundle) => (await import('./formats/pdf.ts')).open(bundle),
  },
  {
    ...{ name: 'docx', ending: 'docx', mime: DOCX, scopes: SCOPES, single: true },
    open: async (bundle) => (await import('./formats/docx.ts')).open(bundle),
  },
];

export const allFormats = (app: App): Format[] => [...own, ...app.contributions(exportFormats)];

export const formatNamed = (app: App, name: string): Format | undefined =>
  allFormats(app).find((format) => format.name === name);

const isSplit = ({ single }: Format, kind: ScopeKind): boolean => single === true && kind === 'service';

/** What the file of an export is. */
export const fileKind = (format: Format, kind: ScopeKind): { ending: string; mime: string } =>
  isSplit(format, kind) ? ZIP : format;

/** The file as it is written. @throws Problem validation_failed for what cannot be written in this format at all */
export async function openExport(format: Format, bundle: Bundle): Promise<Readable> {
  if (!isSplit(format, bundle.target.kind)) return format.open(bundle);
  return (await import('./per-workspace-zip.ts')).openSplit(format, bundle);
}
