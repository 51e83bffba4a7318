// Every stored file is there as it was written, and nothing lies in the storage that no row knows.

import type { DoctorCheck, Verdict } from '../../core/cli/doctor.ts';
import { blobHolders } from '../../core/files/file-response.ts';
import type { Ctx } from '../../core/kernel/context.ts';

const HOUR_MS = 3_600_000;

interface FileRow {
  filename: string;
  size: number | string;
  sha256: string;
}

async function faultOf(
  ctx: Ctx,
  row: FileRow,
  stored: Map<string, { size: number }>,
  isQuick: boolean,
): Promise<string | undefined> {
  const blob = stored.get(row.filename);
  if (!blob) return 'is missing';
  if (blob.size !== Number(row.size)) return `has ${blob.size} bytes instead of ${row.size}`;
  if (isQuick) return undefined;
  return (await ctx.app.storage.sha256(row.filename)) === row.sha256 ? undefined : 'has changed its content';
}

async function compareFiles(ctx: Ctx, isQuick = false): Promise<Verdict> {
  const stored = new Map<string, { size: number; ageMs: number }>();
  for await (const blob of ctx.app.storage.list()) stored.set(blob.filename, blob);
  const known = new Set<string>();
  const faults: string[] = [];
  const held = ctx.app.contributions(blobHolders).map((ask) => ask(ctx, [...stored.keys()]));
  const files = (await ctx.db('files').orderBy('id').select('filename', 'size', 'sha256')) as FileRow[];
  const rows = [...files, ...(await Promise.all(held)).flat()];
  for (const row of rows) {
    known.add(row.filename);
    const fault = await faultOf(ctx, row, stored, isQuick);
    if (fault) faults.push(`${row.filename} ${fault}`);
  }
  for (const [filename, { ageMs }] of stored) {
    // A younger one may belong to an upload whose row is about to be written.
    if (!known.has(filename) && ageMs > HOUR_MS) faults.push(`${filename} is older than 1 hour and has no row`);
  }
  const detail = isQuick
    ? 'every file is stored with the size of its row (quick: none was read)'
    : 'every file is stored with the size and hash of its row';
  if (!faults.length) return { ok: true, detail, count: rows.length };
  return { ok: false, detail: faults[0] as string, count: faults.length };
}

export const fileCheck: DoctorCheck = { name: 'files', run: compareFiles };
