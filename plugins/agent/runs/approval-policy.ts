// What may happen unasked. It is decided here and not by the model: whatever that was told, nothing gets past this.
import { Problem } from '../../../core/http/problem.ts';
import { type Ctx, userOf } from '../../../core/kernel/context.ts';
import type { AgentMode } from '../model.ts';
import type { Tool } from '../tools/tool.ts';

/** Whether something is another than before, here or there. */
export const isChange = (tool: Pick<Tool, 'class' | 'isActing'>): boolean =>
  tool.class === 'write' || tool.isActing === true;

export interface ApprovalContext {
  mode: AgentMode;
  /** the model has seen what only some people may read */
  privateRead: boolean;
  /** the model has seen words of somebody other than the person */
  tainted: boolean;
  /** the person has allowed this tool for the rest of the run */
  isAllowed: boolean;
  /** all that would be written lies at the page of the conversation or below */
  isAtPage: boolean;
  /** the address was typed by the person in this conversation */
  isTyped: boolean;
}

/**
 * What holds a token that was not made for it reaches nothing outside, be it by a run of its own or by a decision in the
 * place of the person. @throws Problem insufficient_scope
 */
export function requireReach(ctx: Ctx, tool: Pick<Tool, 'class'>): void {
  const { tokenId, mcpOutward } = userOf(ctx);
  if (tool.class === 'outward' && tokenId !== undefined && !mcpOutward)
    throw new Problem('insufficient_scope', 'The token was not made for tools that reach outside.');
}

/** `run` at once, `ask` the person first, or `refuse`. */
export type ApprovalVerdict = 'run' | 'ask' | 'refuse';

export function verdict(tool: Pick<Tool, 'class' | 'isActing'>, now: ApprovalContext): ApprovalVerdict {
  if (tool.class === 'read') return 'run';
  if (now.mode === 'ask' && isChange(tool)) return 'refuse';
  if (tool.class === 'outward') {
    // Whatever was read could go out with the call: each one is looked at.
    if (now.privateRead || now.tainted) return 'ask';
    return now.isTyped || now.isAllowed ? 'run' : 'ask';
  }
  if (now.isAllowed) return 'run';
  return now.mode === 'auto' && now.isAtPage && !now.tainted ? 'run' : 'ask';
}

const EDGES = /^[<("'[]+|[>)"'\].,;:!?]+$/g;

/** Whether somebody typed exactly this address, and not one that begins like it. */
export const isTypedIn = (texts: string[], address: unknown): boolean =>
  typeof address === 'string' &&
  texts.some((text) => text.split(/\s+/).some((word) => word === address || word.replace(EDGES, '') === address));
