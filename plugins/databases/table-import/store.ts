// SQL of tables on their way into a database: the text until it is read, how far it is, and what was left out.
import type { Ctx } from '../../../core/kernel/context.ts';
import type { ColumnTarget } from './mapping.ts';

export interface IntakeFault {
  /** place of the row in the text, from 1 */
  row: number;
  column: string;
  detail: string;
}

export interface Intake {
  id: number;
  collection_id: number;
  user_id: number;
  status: 'queued' | 'running' | 'completed' | 'failed';
  text: string;
  separator: string;
  has_header: 0 | 1;
  targets_json: string;
  /** rows that were looked at, of how many, and those that were made */
  done: number;
  total: number;
  created: number;
  faults_json: string;
  created_at: string;
}

export const targetsOf = (intake: Intake): ColumnTarget[] => JSON.parse(intake.targets_json) as ColumnTarget[];
export const intakeFaults = (intake: Intake): IntakeFault[] => JSON.parse(intake.faults_json) as IntakeFault[];

export const intakeStore = {
  byId: (ctx: Ctx, id: number): Promise<Intake | undefined> => ctx.db('table_intakes').where({ id }).first(),
  async insert(ctx: Ctx, intake: Omit<Intake, 'id'>): Promise<number> {
    const [made] = await ctx.db('table_intakes').insert(intake).returning('id');
    return made.id;
  },
  change: (ctx: Ctx, id: number, change: Partial<Intake>) => ctx.db('table_intakes').where({ id }).update(change),
};
