// What a tool is: how it is called, what it needs, and what it answers; each acts through services, as who asks.
import type Joi from 'joi';
import type { Ctx } from '../../../core/kernel/context.ts';

/** `read` changes nothing, `write` changes what is here, `outward` reaches people, rules or sites elsewhere. */
export type ToolClass = 'read' | 'write' | 'outward';

/** A page that an answer rests on. */
export interface ToolSource {
  page_id: number;
  title: string;
}

export interface ToolResult {
  /** for whoever reads the answer; whoever calls the tool keeps it within 20,000 characters */
  text: string;
  /** the same for programs */
  data?: Record<string, unknown>;
  sources?: ToolSource[];
  /** the text is the data and nothing else */
  isData?: true;
}

export interface Tool<Args = Record<string, unknown>> {
  name: string;
  title: string;
  description: string;
  class: ToolClass;
  /** of an outward one: it does something there, and does not only read */
  isActing?: true;
  /** it answers from more than pages and what stands on them, so that a token for a subtree does not have it */
  isBeyondPages?: true;
  input: Joi.ObjectSchema;
  /** asks for every right itself: no route did. @throws Problem */
  run(ctx: Ctx, args: Args): Promise<ToolResult>;
}

/** A tool among others, whose arguments only it knows. */
export const tool = <Args>(made: Tool<Args>): Tool => made as unknown as Tool;

/** Without spaces: a model pays for each, and more rows fit into an answer. */
export const jsonResult = (data: Record<string, unknown>, sources?: ToolSource[]): ToolResult => ({
  ...{ text: JSON.stringify(data), data, isData: true },
  ...(sources && { sources }),
});
