// The checks behind `commonplace doctor`: what is stored agrees with itself. Plugins add theirs to the point below.

import type { Database } from '../database/database.ts';
import { migrator } from '../database/migrate.ts';
import type { App } from '../kernel/app.ts';
import type { Ctx } from '../kernel/context.ts';
import { type Point, point } from '../kernel/plugin.ts';
import { databaseChecks } from './doctor-database.ts';

/** One question about stored data; it reads only, and a throw counts as a failed check. */
export interface DoctorCheck {
  /** a noun, shown to people: `page tree` */
  name: string;
  /** `isQuick`: what would read every byte that is stored may look at less, and says so */
  run(ctx: Ctx, isQuick?: boolean): Promise<Verdict>;
}

export interface Verdict {
  ok: boolean;
  /** one line: what was looked at, or what is wrong and where */
  detail: string;
  /** how many faults, or how many things were looked at when all are well */
  count?: number;
}

export interface Finding extends Verdict {
  name: string;
}

export const doctorChecks: Point<DoctorCheck> = point('core.doctor');

/** The newest schema, once; needs no app, because an app does not start without it. */
export async function schemaFinding(database: Database): Promise<Finding> {
  const name = 'schema version';
  const { applied, pending } = await migrator(database).status();
  const twice = applied.length - new Set(applied).size;
  if (pending.length) {
    const detail = `pending steps: ${pending.length}, the next is ${pending[0]}: run commonplace migrate up`;
    return { name, ok: false, detail, count: pending.length };
  }
  if (twice) return { name, ok: false, detail: `${twice} steps are recorded twice`, count: twice };
  return { name, ok: true, detail: `at ${applied.at(-1)}`, count: applied.length };
}

/** Runs all checks of core and plugins, one after another. */
export async function diagnose(
  app: App,
  step: (done: number, total: number) => void,
  isQuick = false,
): Promise<Finding[]> {
  const ctx = app.context({ type: 'system', reason: 'doctor' });
  const checks = [...databaseChecks, ...app.contributions(doctorChecks)];
  const found: Finding[] = [];
  for (const { name, run } of checks) {
    const verdict = await run(ctx, isQuick).catch((error: Error) => ({
      ok: false,
      detail: `could not run: ${error.message}`,
    }));
    found.push({ name, ...verdict });
    step(found.length, checks.length);
  }
  return found;
}
