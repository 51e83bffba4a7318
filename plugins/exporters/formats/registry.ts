// The formats there are: those in the folders beside this file, and those that other plugins add.
import type { Readable } from 'node:stream';
import { folderModules } from '../../../core/boot/folder-modules.ts';
import type { App } from '../../../core/kernel/app.ts';
import { exportFormats, type Format, type ScopeKind } from '../contract.ts';
import type { Bundle } from '../export-source.ts';

/** A file for each workspace, together. */
const ZIP = { ending: 'zip', mime: 'application/zip' };

/** Each says what it is and reads its writer when it is asked for; the one that most people want comes first. */
const own = folderModules<Format>(import.meta.url, 'index.ts').sort(
  (one, other) => Number(other.name === 'markdown') - Number(one.name === 'markdown'),
);

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
  return (await import('../per-workspace-zip.ts')).openSplit(format, bundle);
}
