// What cards of proposed actions are made of: the page they are about, and what is set or sent, each under its name.
import { Problem } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { Page } from '../../pages/contract.ts';
import { workspacePolicies } from '../../workspaces/contract.ts';
import type { ActionPreview } from '../model.ts';

export type PreviewArgs = Record<string, unknown>;
export type PreviewField = ActionPreview['fields'][number];
export type PreviewLine = ActionPreview['lines'][number];
/** By the names of tools. @throws Problem where the person may not do this anyway */
export type Previews = Record<string, (ctx: Ctx, args: PreviewArgs) => Promise<ActionPreview>>;

const TEXT_MAX = 4000;

export const tooMuchToShow = (): Problem =>
  new Problem('conflict', 'This is too much for the person to look through: write it in smaller parts.');

/** Whole or not at all: nobody allows what they have not seen. @throws Problem conflict */
export function wholeText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (text.length > TEXT_MAX) throw tooMuchToShow();
  return text;
}

export const aboutPage = ({ id, title }: Pick<Page, 'id' | 'title'>): ActionPreview['page'] => ({ page_id: id, title });

/** Those that are said at all. @throws Problem conflict for more than anybody looks through */
export const fieldsOf = (values: Record<string, unknown>): PreviewField[] =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => ({ name, text: wholeText(value) }));

/** @throws Problem for one that the person does not see */
export const workspaceName = async (ctx: Ctx, id: number): Promise<string> =>
  ((await ctx.app.access.require(ctx, workspacePolicies.view, id)).row as { name: string }).name;
