// Packs what was chosen if there is more than one file, and sends it with progress.
import { number, t } from '../../../../core/client/messages.ts';
import { send } from '../../../../core/client/request.ts';
import { upload } from '../../../../core/client/upload/upload.ts';
import { fileEnding } from './detect-source.ts';
import type { ImportJob } from './job.ts';
import type { SourceChoice } from './source-step.tsx';
import { pack } from './zip-files.ts';

export interface UploadProgress {
  text: string;
  share: number;
}

/** @throws RequestError, Error */
export async function sendImport(
  { files, url, name, source, accepts, workspaceId, parentId, options }: SourceChoice,
  tell: (sending: UploadProgress) => void,
  signal: AbortSignal,
): Promise<ImportJob> {
  const target = { source, workspace_id: workspaceId, parent_id: parentId, dry_run: true, options };
  if (url) return send<ImportJob>('POST', '/api/import/jobs', { ...target, url });
  const [only] = files;
  const isSingle = files.length === 1 && only && accepts.includes(fileEnding(only.path));
  const progress = (done: number, total: number) =>
    tell({ text: t('importers.wizard.packing', { done: number(done), total: number(total) }), share: done / total });
  progress(0, files.length);
  const file = isSingle ? only.file : await pack(name, files, { progress, signal });
  const form = new FormData();
  form.set('source', source);
  form.set('workspace_id', String(workspaceId));
  if (parentId !== null) form.set('parent_id', String(parentId));
  form.set('dry_run', '1');
  if (Object.keys(options).length) form.set('options', JSON.stringify(options));
  form.set('file', file, file.name);
  const say = (share: number) =>
    tell({ text: t('importers.wizard.uploading', { percent: number(Math.floor(share * 100)) }), share });
  say(0);
  return upload<ImportJob>('/api/import/jobs', form, say, signal);
}
