// What people name in a text that they write together, asked of whoever wrote it: of each other they get no rights.

import { portions } from '../../../core/database/chunks.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { Block } from '../../blocks/block.ts';
import { REFERENCE_KINDS, type WrittenReference } from '../../blocks/references.ts';
import { files } from '../../files/contract.ts';
import { fileAddresses, isFileAddress, withoutOrigin } from './file-url-references.ts';
import { idsIn, nameable } from './reference-check.ts';

/** What a text says before somebody goes on writing it: all that it names may stay. */
export interface NamedBefore {
  /** null: it serves all of them */
  workspaceId: number | null;
  blocks: Block[];
  /** that whoever reads it reads already, shown in it now or not */
  files: number[];
}

/** Somebody who wrote, and which of the things that are asked for. */
export interface Author {
  ctx: Ctx;
  wrote(one: WrittenReference): boolean;
}

/** Of what was written, that which nobody who wrote it may name and that does not stand there before. */
export async function refusedOf<One extends WrittenReference>(
  ctx: Ctx,
  before: NamedBefore,
  written: One[],
  authors: () => Promise<Author[]>,
): Promise<One[]> {
  const idOf = await idsByAddress(ctx, written);
  let open = added(ctx, before, written, idOf);
  if (!open.length) return [];
  for (const author of await authors()) {
    const named = await namedBy(author, before.workspaceId, open, idOf);
    open = open.filter((one) => !named.has(one));
  }
  return open;
}

type IdOf = (one: WrittenReference) => number | undefined;

/** An address that leads to no file names none, and is refused as one that leads to a hidden one is. */
async function idsByAddress(ctx: Ctx, written: WrittenReference[]): Promise<IdOf> {
  const known = new Map<string, number | undefined>();
  for (const { id } of written) {
    if (typeof id === 'string' && !known.has(id))
      known.set(id, (await ctx.use(files).byUrl(ctx, withoutOrigin(ctx, id)))?.id);
  }
  return ({ id }) => (typeof id === 'string' ? known.get(id) : id);
}

function added<One extends WrittenReference>(ctx: Ctx, before: NamedBefore, written: One[], idOf: IdOf): One[] {
  const ids = idsIn(before.blocks);
  for (const id of before.files) ids.get('files')?.add(id);
  const addresses = fileAddresses(before.blocks);
  return written.filter((one) => {
    if (typeof one.id === 'string' && !isFileAddress(withoutOrigin(ctx, one.id))) return false;
    const id = idOf(one);
    const stood = id === undefined ? addresses.has(withoutOrigin(ctx, String(one.id))) : ids.get(one.kind)?.has(id);
    return !stood;
  });
}

async function namedBy<One extends WrittenReference>(
  { ctx, wrote }: Author,
  workspaceId: number | null,
  written: One[],
  idOf: IdOf,
): Promise<Set<One>> {
  const named = new Set<One>();
  for (const kind of REFERENCE_KINDS) {
    const own = written.filter((one) => one.kind === kind && idOf(one) !== undefined && wrote(one));
    const ids = new Set(own.map((one) => idOf(one) as number));
    for (const some of portions([...ids])) {
      const seen = await nameable(ctx, workspaceId, kind, some);
      for (const one of own) if (seen.has(idOf(one) as number)) named.add(one);
    }
  }
  return named;
}
