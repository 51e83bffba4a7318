// Templates of clips and the home of clips: kept on the server, so that every browser of a person has them.
import { invalid, Problem } from '../../../core/http/problem.ts';
import { type Ctx, userOf } from '../../../core/kernel/context.ts';
import type { ClipInput, ClipType } from '../clips/clip-input.ts';
import { checkPlace, resolveClipTarget } from '../clips/place.ts';
import { clipSettings, clipTemplateStore } from './template-store.ts';

/** How pages of some sites are clipped: the extension takes the first that fits. */
export interface ClipTemplate extends Pick<ClipInput, 'workspace_id' | 'parent_id' | 'collection_id' | 'tags'> {
  name: string;
  /** beginnings of addresses without `https://`; `*.` stands for any host below */
  sites?: string[];
  clip_type?: ClipType;
  /** with {{title}}, {{author}}, {{site}}, {{date}}, {{url}}, {{description}} and {{published}} */
  title?: string;
  /** texts by property, with the same */
  values?: Record<string, unknown>;
}

const PLACES = ['collection_id', 'parent_id', 'workspace_id'] as const;

export interface ClipSettings {
  home_page_id: number | null;
  templates: (ClipTemplate & { id: number })[];
}

export async function clipSettingsOf(ctx: Ctx): Promise<ClipSettings> {
  const { id } = userOf(ctx);
  const templates = (await clipTemplateStore.of(ctx, id)).map(({ id, name, template_json }) => ({
    ...{ id, name },
    ...(JSON.parse(template_json) as Omit<ClipTemplate, 'name'>),
  }));
  return { home_page_id: await clipSettings.home(ctx, id), templates };
}

/** A clip that a template sends nowhere is refused when its reader has closed the page: so it is said here. */
async function checkTemplatePlace(ctx: Ctx, template: ClipTemplate, at: number): Promise<void> {
  const { workspace_id, parent_id, collection_id, values } = template;
  const place = { workspace_id, parent_id, collection_id };
  const field = PLACES.find((name) => place[name] !== undefined);
  try {
    checkPlace({ source_url: '', ...place, values });
    if (field) await resolveClipTarget(ctx, { source_url: '', ...place });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const [first] = error.extra.validation ?? [];
    const name = String(first?.loc.at(-1) ?? field);
    throw invalid(['body', 'templates', at, name], first?.msg ?? 'must allow you to add clips');
  }
}

/** All of them in their order; the home stays unless it is named. */
export async function saveClipSettings(
  ctx: Ctx,
  { templates, home_page_id }: { templates?: ClipTemplate[]; home_page_id?: number | null },
): Promise<ClipSettings> {
  const { id } = userOf(ctx);
  const names = (templates ?? []).map(({ name }) => name.toLowerCase());
  const twice = names.findIndex((name, at) => names.indexOf(name) < at);
  if (twice >= 0) throw invalid(['body', 'templates', twice, 'name'], 'is the name of another template');
  for (const [at, template] of (templates ?? []).entries()) await checkTemplatePlace(ctx, template, at);
  await ctx.tx(async (tx) => {
    const rows = templates?.map(({ name, ...rest }) => ({ name, template_json: JSON.stringify(rest) }));
    if (rows) await clipTemplateStore.replace(tx, id, rows);
    if (home_page_id !== undefined) await clipSettings.setHome(tx, id, home_page_id);
  });
  return clipSettingsOf(ctx);
}
