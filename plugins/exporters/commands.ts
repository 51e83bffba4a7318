// Exports on the command line, written straight into a file.

import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { readId } from '../../core/cli/id-argument.ts';
import { Problem } from '../../core/http/problem.ts';
import type { App } from '../../core/kernel/app.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { type Command, type CommandInput, textOption, UsageProblem } from '../../core/kernel/plugin.ts';
import { accounts } from '../auth/contract.ts';
import { pagePolicies, pages } from '../pages/contract.ts';
import { workspacePolicies } from './../workspaces/contract.ts';
import { workspaces } from '../workspaces/contract.ts';
import type { Format, Target } from './contract.ts';
import { Bundle } from './export-source.ts';
import { fileName } from './file-names.ts';
import { allFormats, fileKind, formatNamed, openExport } from './formats/registry.ts';

/** As somebody, who gets what they see, or as the machine, which sees everything. */
async function contextOf(app: App, name: string | undefined): Promise<Ctx> {
  const system = app.context({ type: 'system', reason: 'command line' });
  if (name === undefined) return system;
  return app.context(await system.use(accounts).actorNamed(system, name));
}

async function targetOf(ctx: Ctx, input: CommandInput): Promise<Target> {
  const { options } = input;
  const [page, workspace] = [textOption(input, 'page'), textOption(input, 'workspace')];
  if ([page !== undefined, workspace !== undefined, options.all === true].filter(Boolean).length > 1)
    throw new UsageProblem('--page, --workspace and --all exclude each other');
  if (options.all) return { kind: 'service' };
  if (page !== undefined) return pageTarget(ctx, page, options.alone === true);
  const service = ctx.use(workspaces);
  const found = workspace === undefined ? await service.first(ctx) : await service.named(ctx, workspace);
  if (!found) throw new Problem('not_found', 'There is no workspace yet.');
  await ctx.app.access.require(ctx, workspacePolicies.view, found.id);
  return { kind: 'workspace', workspaceId: found.id };
}

async function pageTarget(ctx: Ctx, id: string, alone: boolean): Promise<Target> {
  const page = await ctx.use(pages).byId(ctx, readId(id, '--page', 'a page'));
  if (!page) throw new Problem('not_found', `There is no page ${id}.`);
  await ctx.app.access.require(ctx, pagePolicies.view, page.id);
  return { kind: alone ? 'page' : 'subtree', pageId: page.id, workspaceId: page.workspace_id };
}

async function run(app: App, input: CommandInput): Promise<number> {
  const { args, output, signal } = input;
  const name = args[0] ?? 'markdown';
  const format = formatNamed(app, name);
  if (!format)
    throw new UsageProblem(
      `The formats are ${allFormats(app)
        .map((one) => one.name)
        .join(', ')}.`,
    );
  const ctx = await contextOf(app, textOption(input, 'user'));
  const target = await targetOf(ctx, input);
  if (!format.scopes.includes(target.kind)) throw new UsageProblem(`${name} cannot hold a ${target.kind}.`);
  const missing = format.missing?.(app);
  if (missing) throw new Problem('conflict', missing);
  const bar = output.progress('Exporting');
  let done = 0;
  const tick = async (total: number) => {
    if (signal.aborted) throw new Problem('conflict', 'The export was stopped; nothing was kept.');
    bar.update(++done, total);
  };
  const bundle = await Bundle.open(ctx, target, tick);
  const path = resolve(
    textOption(input, 'output') ?? `${fileName(bundle.title)}.${fileKind(format, target.kind).ending}`,
  );
  await write(format, bundle, path).finally(() => bar.end());
  for (const { item, reason } of bundle.warnings) output.line(`${item}: ${reason}`);
  output.line(`Wrote ${bundle.nodes.size} pages to ${path}.`);
  output.result({ ok: true, path, pages: bundle.nodes.size, warnings: bundle.warnings });
  return 0;
}

/** Whole under its name, or not at all. */
async function write(format: Format, bundle: Bundle, path: string): Promise<void> {
  const unfinished = `${path}.part`;
  try {
    await pipeline(await openExport(format, bundle), createWriteStream(unfinished, { mode: 0o600 }));
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

export const exportCommands: Command[] = [
  {
    name: 'export',
    summary: 'Write a page, a workspace or everything as a file',
    arguments: [{ name: 'format', description: 'markdown (default), html, archive, …', optional: true }],
    options: [
      { flags: '--workspace <workspace>', description: 'id, slug or name (default: the one with the lowest id)' },
      { flags: '--page <id>', description: 'a page with what lies inside it' },
      { flags: '--alone', description: 'with --page: without what lies inside it' },
      { flags: '--all', description: 'every workspace' },
      { flags: '--user <user>', description: 'only what this person sees (default: everything)' },
      { flags: '--output <file>', description: 'where to (default: its title, in this folder)' },
    ],
    examples: ['export', 'export html --page 12 --output handbook.zip', 'export archive --all --output everything.zip'],
    run,
  },
];
