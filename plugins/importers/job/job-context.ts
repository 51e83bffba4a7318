// What every step of one running import shares.
import type { Readable } from 'node:stream';
import type { LocalFile } from '../../../core/files/local-file.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { type FileRecord, files } from '../../files/contract.ts';
import { pagePolicies } from '../../pages/contract.ts';
import { workspacePolicies } from '../../workspaces/contract.ts';
import type { ReportBuilder } from '../report.ts';
import type { JobRow } from '../store.ts';
import type { Pulse } from './heartbeat.ts';
import type { ImportPlan, ItemBody } from './plan.ts';
import type { PreviousImports } from './previous-imports.ts';
import type { Spool } from './spool.ts';

const MIB = 1_048_576;

export class JobContext {
  /** acts as the person who started the import; its events carry origin import */
  readonly ctx: Ctx;
  readonly job: JobRow;
  readonly plan: ImportPlan;
  readonly known: PreviousImports;
  readonly report: ReportBuilder;
  readonly pulse: Pulse;
  readonly spool: Spool<ItemBody>;
  /** pages of what is gone from the source go into the trash */
  readonly prune: boolean;
  #imagined = 0;

  constructor(parts: Pick<JobContext, 'ctx' | 'job' | 'plan' | 'known' | 'report' | 'pulse' | 'spool' | 'prune'>) {
    this.ctx = parts.ctx;
    this.job = parts.job;
    this.plan = parts.plan;
    this.known = parts.known;
    this.report = parts.report;
    this.pulse = parts.pulse;
    this.spool = parts.spool;
    this.prune = parts.prune;
  }

  /** Numbers for what a dry run would make. */
  imagine(): number {
    return ++this.#imagined;
  }

  keepFile(content: Readable | Buffer | LocalFile, name: string): Promise<FileRecord> {
    const maxBytes = this.ctx.app.settings.UPLOAD_MAX_MB * MIB;
    return this.ctx.use(files).store(this.ctx, { content, name, workspaceId: this.job.workspace_id, maxBytes });
  }

  /** The right to write there may end while the import runs. @throws Problem not_found, forbidden, page_locked */
  async requireTarget(): Promise<void> {
    const { workspace_id, parent_id } = this.job;
    const { access } = this.ctx.app;
    if (parent_id === null) await access.require(this.ctx, workspacePolicies.addContent, workspace_id);
    else await access.require(this.ctx, pagePolicies.addBelow, parent_id);
  }
}
