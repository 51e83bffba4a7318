// Builds the command line from the core commands and those of plugins, runs one of them and turns its end into a code.
import { Command as Commander, CommanderError, Option } from 'commander';
import { packageVersion } from '../core/boot/public-modules.ts';
import type { CommandArgument, CommandInput, CommandShape } from '../core/kernel/plugin.ts';
import { UsageProblem } from '../core/kernel/plugin.ts';
import { coreCommands } from './commands/index.ts';
import { failureOf } from './error-output.ts';
import { readInput, readSecret } from './input.ts';
import { Output } from './output.ts';
import { type CoreCommand, Host } from './runtime.ts';

interface Call {
  command: CoreCommand;
  args: string[];
  options: CommandInput['options'];
}

const about = `Commonplace, a self-hosted workspace for knowledge.

Settings come from the environment and from .env in the current folder; "commonplace config" lists them.
Every command takes --json (one JSON object as the last line) and ends with 0 done, 1 failed or 2 wrong call.`;

const examples = (lines: string[]): string =>
  `\nExamples:\n${lines.map((line) => `  $ commonplace ${line}\n`).join('')}`;

/** Runs one command line (without `node` and the script) and answers its exit code. */
export async function main(argv: string[]): Promise<number> {
  const output = new Output(argv.includes('--json'));
  try {
    const host = await Host.open();
    const call = await parse(argv, [...coreCommands, ...pluginCommands(host)], output);
    if (typeof call === 'number') return call;
    const code = await run(host, call, output);
    output.finish(code);
    return code;
  } catch (error) {
    const failure = failureOf(error);
    output.fail(failure);
    return failure.exitCode;
  }
}

/** Commands of plugins as core commands, each of which boots an app to run in. */
function pluginCommands(host: Host): CoreCommand[] {
  const taken = new Set(coreCommands.map(({ name }) => name));
  return host.found.flatMap(({ plugin }) =>
    (plugin?.manifest.commands ?? []).map((command) => {
      if (taken.has(command.name)) throw new Error(`plugin ${plugin?.name}: the command ${command.name} is taken`);
      taken.add(command.name);
      return { ...command, run: (where: Host, input: CommandInput) => where.app((app) => command.run(app, input)) };
    }),
  );
}

/** The chosen command, or the exit code when help or the version was all that was asked for. */
async function parse(argv: string[], commands: CoreCommand[], output: Output): Promise<Call | number> {
  let chosen: Call | undefined;
  const program = buildProgram(commands, output.json, (call) => {
    chosen = call;
  });
  try {
    await program.parseAsync(argv, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return 0;
    // Commander has told people already, with the usage it belongs to.
    if (!output.json) return 2;
    const isBare = error.code === 'commander.help';
    throw new UsageProblem(isBare ? 'names no command' : error.message.replace(/^error: /, ''));
  }
  return chosen ?? 2;
}

function buildProgram(commands: CoreCommand[], json: boolean, choose: (call: Call) => void): Commander {
  const program = new Commander('commonplace')
    .description(about)
    .version(packageVersion())
    .option('--json', 'print one JSON object as the last line')
    .exitOverride()
    .configureOutput(json ? { writeErr: () => {} } : {})
    .showHelpAfterError('(--help shows how to call it)')
    .addHelpText(
      'after',
      examples(['serve', 'user create ada@example.org --admin', 'doctor --json', 'migrate --help']),
    );
  for (const command of commands) {
    const target = place(program, command, commands);
    describe(target, command);
    target.action((...values: unknown[]) => {
      const given = values.slice(0, -2).flat();
      choose({
        command,
        args: given.filter((value) => value !== undefined) as string[],
        options: target.optsWithGlobals(),
      });
    });
  }
  return program;
}

/** The commander command for a name of some words; the group that those before the last one name is made when it is new. */
function place(program: Commander, { name }: CommandShape, commands: CoreCommand[]): Commander {
  const words = name.split(' ');
  return words.reduce((group, word, index) => {
    const path = words.slice(0, index + 1).join(' ');
    const members = commands
      .filter((other) => other.name.startsWith(`${path} `))
      .map((other) => other.name.slice(path.length + 1));
    return (
      group.commands.find((known) => known.name() === word) ??
      group
        .command(word)
        .summary(members.join(', '))
        .description(`Commands about "${path}"; each one explains itself with --help`)
    );
  }, program);
}

function describe(
  target: Commander,
  { summary, arguments: parts = [], options = [], examples: lines }: CommandShape,
): void {
  target.description(summary).summary(summary);
  for (const part of parts) target.argument(argumentFlags(part), part.description);
  for (const { flags, description, default: fallback, choices } of options) {
    const option = new Option(flags, description);
    if (fallback !== undefined) option.default(fallback);
    if (choices) option.choices(choices);
    target.addOption(option);
  }
  target.option('--json', 'print one JSON object as the last line');
  if (lines?.length) target.addHelpText('after', examples(lines));
}

function argumentFlags({ name, optional, variadic }: CommandArgument): string {
  const inner = `${name}${variadic ? '...' : ''}`;
  return optional ? `[${inner}]` : `<${inner}>`;
}

async function run(host: Host, { command, args, options }: Call, output: Output): Promise<number> {
  const stop = new AbortController();
  const abort = (): void => stop.abort();
  process.once('SIGINT', abort).once('SIGTERM', abort);
  try {
    return await command.run(host, {
      args,
      options,
      output,
      signal: stop.signal,
      secret: readSecret,
      stdin: readInput,
    });
  } finally {
    process.off('SIGINT', abort).off('SIGTERM', abort);
  }
}
