// All tools by name, and one way of calling them: arguments are checked, refusals become answers, long answers are cut.
import { Problem } from '../../../core/http/problem.ts';
import { inspect, validationReason } from '../../../core/http/validation-errors.ts';
import type { Translate } from '../../../core/i18n/messages.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { databaseTools } from './database-tools.ts';
import { fitAnswer, fitWords } from './fit-answer.ts';
import { outwardTools } from './outward-tools.ts';
import { pageChangeTools } from './page-change-tools.ts';
import { pageTools } from './page-tools.ts';
import { peopleTools } from './people-tools.ts';
import type { Tool, ToolResult } from './tool.ts';

export const AGENT_TOOLS: readonly Tool[] = [
  ...pageTools,
  ...pageChangeTools,
  ...databaseTools,
  ...peopleTools,
  ...outwardTools,
];

const byName = new Map(AGENT_TOOLS.map((one) => [one.name, one]));

export const toolNamed = (name: string): Tool | undefined => byName.get(name);

/** What a tool does, in words of whoever reads it; models also call what does not exist. */
export const toolTitle = (t: Translate, name: string): string =>
  toolNamed(name) ? t(`agent.live.tool.${name}`) : name.slice(0, 60);

/** An answer, or why there is none: a code and a sentence. */
export type ToolAnswer = ToolResult | { error: string; detail: string };

/** @throws Problem validation_failed */
export function argumentsOf(tool: Tool, args: unknown): Record<string, unknown> {
  // Almost all are right, and looking for the first fault takes half of the time of looking for each.
  const first = tool.input.validate(args ?? {});
  const { value, error } = first.error ? tool.input.validate(args ?? {}, { abortEarly: false }) : first;
  // No request has looked through them for what no database keeps.
  const unfit = inspect('body', args).map(({ loc, msg }) => `"${loc.slice(1).join('.')}" ${msg}`);
  const faults = [...(error?.details.map(validationReason) ?? []), ...unfit];
  if (faults.length) throw new Problem('validation_failed', faults.join('; '));
  return value;
}

/** With arguments that were checked. @throws Problem */
export async function runTool(ctx: Ctx, tool: Tool, args: Record<string, unknown>): Promise<ToolResult> {
  return fitAnswer(await tool.run(ctx, args));
}

export function toolRefusal(ctx: Ctx, tool: Tool, fault: unknown): { error: string; detail: string } {
  const isOurs = !(fault instanceof Problem) || fault.status === 500;
  if (isOurs) ctx.log.error({ err: fault, tool: tool.name }, 'tool failed');
  if (!(fault instanceof Problem)) return { error: 'internal_error', detail: 'Something went wrong on our side.' };
  return { error: fault.code, detail: fitWords(wordsOf(fault)) };
}

export async function callTool(ctx: Ctx, tool: Tool, args: unknown): Promise<ToolAnswer> {
  try {
    return await runTool(ctx, tool, argumentsOf(tool, args));
  } catch (fault) {
    return toolRefusal(ctx, tool, fault);
  }
}

/** Its arguments as JSON Schema, for models and other programs. */
export const toolSchema = ({ input }: Tool): object => input['~standard'].jsonSchema.input({ target: 'draft-2020-12' });

function wordsOf({ message, extra }: Problem): string {
  const faults = [
    ...(extra.validation ?? []).map(({ loc, msg }) => ({ where: loc.slice(1).join('.'), detail: msg })),
    ...(extra.errors ?? []).map(({ detail }) => ({ where: '', detail })),
  ];
  // Each is said once, be it by the message, by another list, or with the place of the fault in front.
  const isPlaced = faults.some(({ where, detail }) => where && detail === message);
  const said = isPlaced ? [] : [message];
  for (const { where, detail } of faults)
    if (!said.some((one) => one.includes(detail))) said.push(where ? `${where}: ${detail}` : detail);
  return said.join(' ');
}
