// What a person is shown before they allow something: the text as it would change, or all that would be set or sent, in
// words and names and never by ids.
import type { Ctx } from '../../../core/kernel/context.ts';
import type { ActionPreview } from '../model.ts';
import type { Tool } from '../tools/tool.ts';
import { outwardPreviews } from './outward-preview.ts';
import { pagePreviews } from './page-preview.ts';
import type { PreviewArgs, Previews } from './preview-card.ts';
import { rowPreviews } from './row-preview.ts';

const PREVIEWS: Previews = { ...pagePreviews, ...rowPreviews, ...outwardPreviews };

/** With arguments that were checked. @throws Problem where the person may not do this anyway */
export function previewAction(ctx: Ctx, tool: Tool, args: PreviewArgs): Promise<ActionPreview> {
  const preview = PREVIEWS[tool.name];
  if (!preview) throw new Error(`The tool ${tool.name} shows nobody what it would do`);
  return preview(ctx, args);
}
