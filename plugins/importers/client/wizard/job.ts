// What the wizard knows of an import, as the server sends it.
import { send } from '../../../../core/client/request.ts';

export interface ImportSource {
  name: string;
  title: string;
  accepts: string[];
  options: { properties?: Record<string, OptionRule> } | null;
}

export interface OptionRule {
  type?: string;
  title?: string;
  description?: string;
  default?: unknown;
  enum?: string[];
}

export interface JobWarning {
  item: string;
  kind: string;
  reason: string;
}

export interface JobReport {
  counts: Record<'pages' | 'folders' | 'databases' | 'rows' | 'files' | 'links' | 'comments', number>;
  created: number;
  updated: number;
  skipped: number;
  warnings: JobWarning[];
  warnings_total: number;
  unsupported: Record<string, number>;
  broken_links: { item: string; target: string; kind: string }[];
  broken_links_total: number;
  first?: string[];
  tree?: JobTreeNode[];
  databases?: JobDatabase[];
  workspaces?: string[];
  undo?: { trashed: number; restored: number; kept: JobWarning[] };
}

export interface JobTreeNode {
  title: string;
  kind: string;
  count: number;
  children?: JobTreeNode[];
}

export interface JobColumn {
  id: string;
  name: string;
  type: string;
  samples: string[];
  filled: number;
  misfits: number;
  notes: string[];
}

export interface JobDatabase {
  id: string;
  title: string;
  rows: number;
  columns: JobColumn[];
}

export type JobMapping = Record<
  string,
  Record<string, { name?: string; type?: string; skip?: boolean; dates?: 'dmy' | 'mdy' }>
>;

export type ImportStatus =
  | 'queued'
  | 'analyzing'
  | 'preview_ready'
  | 'running'
  | 'completed'
  | 'completed_with_warnings'
  | 'failed'
  | 'cancelled';

export interface ImportJob {
  id: string;
  workspace_id: number;
  parent_id: number | null;
  source: string;
  filename: string;
  status: ImportStatus;
  dry_run: 0 | 1;
  progress: { phase?: 'reading' | 'files' | 'pages' | 'relations'; done?: number; total?: number };
  error: string;
  report_json: Partial<JobReport>;
  preview?: JobReport | null;
  mapping: JobMapping;
  undone_at: string | null;
}

export const isBusy = ({ status }: ImportJob): boolean => ['queued', 'analyzing', 'running'].includes(status);

export const read = (id: string): Promise<ImportJob> => send<ImportJob>('GET', `/api/import/jobs/${id}`);

export async function withPreview(job: ImportJob): Promise<ImportJob> {
  if (job.status !== 'preview_ready') return job;
  const { preview } = await send<{ preview: JobReport }>('GET', `/api/import/jobs/${job.id}/preview`);
  return { ...job, preview };
}

export type JobAction = 'preview' | 'start' | 'cancel' | 'undo';

export const performJobAction = (id: string, name: JobAction): Promise<ImportJob> =>
  send<ImportJob>('POST', `/api/import/jobs/${id}/${name}`);

/** Says what becomes of columns; the preview is as it was until there is another one. */
export const map = (id: string, mapping: JobMapping): Promise<ImportJob> =>
  send<ImportJob>('POST', `/api/import/jobs/${id}/mapping`, { mapping });

export interface MadeItem {
  kind: string;
  name: string;
  page_id: number | null;
  is_new: boolean;
}

/** What an import made or changed, some at a time. */
export const loadJobItems = (id: string, page: number): Promise<{ items: MadeItem[]; total: number }> =>
  send('GET', `/api/import/jobs/${id}/items?page=${page}&limit=50`);
