// A template of clips as a form of the web page has it: texts in place of lists, and one field for its place.
import { invalid } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { collectionPolicies, databases, inputOf, isFlagProperty, type Property } from '../../databases/contract.ts';
import { pages } from '../../pages/contract.ts';
import type { ClipTargetOption, ClipType } from '../clips/clip-input.ts';
import { targetsFor } from '../clips/targets.ts';
import { clipperPolicies } from '../policies.ts';
import type { ClipTemplate } from './templates.ts';

export interface TemplateForm {
  name: string;
  /** beginnings of addresses, one a line */
  sites: string;
  clip_type: ClipType | '';
  title: string;
  /** with commas between them */
  tags: string;
  /** such as `page 12`; empty for the place of all clips */
  place: string;
  /** one a line, such as `Rating: 4` */
  values: string;
}

const KINDS = { workspace: 'workspace_id', page: 'parent_id', collection: 'collection_id' } as const;
export const PLACE = /^(workspace|page|collection) ([1-9]\d{0,14})$/;

const parts = (text: string, end: RegExp): string[] => [...new Set(text.split(end).flatMap((one) => one.trim() || []))];

const placeOf = (template: ClipTemplate): string => {
  const found = Object.entries(KINDS).find(([, field]) => template[field] !== undefined);
  return found ? `${found[0]} ${template[found[1]]}` : '';
};

export const templateForm = (template: ClipTemplate): TemplateForm => ({
  name: template.name,
  sites: (template.sites ?? []).join('\n'),
  clip_type: template.clip_type ?? '',
  title: template.title ?? '',
  tags: (template.tags ?? []).join(', '),
  place: placeOf(template),
  values: Object.entries(template.values ?? {})
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n'),
});

/** As the property takes it; a text with `{{author}}` is filled in when a page is clipped. */
function valueFor(property: Property, text: string): unknown {
  if (inputOf(property) === 'number' && text !== '' && !Number.isNaN(Number(text))) return Number(text);
  return isFlagProperty(property) && /^(true|false)$/i.test(text) ? text.toLowerCase() === 'true' : text;
}

/** @throws Problem validation_failed for a line that names no property, not_found, forbidden */
async function valuesFromForm(ctx: Ctx, text: string, collectionId?: number): Promise<Record<string, unknown>> {
  const lines = parts(text, /\n/);
  if (!lines.length) return {};
  if (collectionId === undefined) throw invalid(['body', 'values'], 'require a database as the place');
  await ctx.app.access.require(ctx, collectionPolicies.addRow, collectionId);
  const properties = await ctx.use(databases).properties(ctx, collectionId);
  const entries = lines.map((line): [string, unknown] => {
    const [wanted = '', ...rest] = line.split(':').map((part) => part.trim());
    const property = properties.find(({ id, name }) => String(id) === wanted || name === wanted);
    if (!property) throw invalid(['body', 'values'], `contain a property that the database does not have: ${wanted}`);
    return [wanted, valueFor(property, rest.join(':'))];
  });
  return Object.fromEntries(entries);
}

/** What says nothing of a field leaves it out. @throws Problem as `valuesFromForm` does */
export async function templateFromForm(
  ctx: Ctx,
  { name, clip_type, title, ...form }: TemplateForm,
): Promise<ClipTemplate> {
  const [, kind, id] = PLACE.exec(form.place) ?? [];
  const values = await valuesFromForm(ctx, form.values, kind === 'collection' ? Number(id) : undefined);
  const lists = { sites: parts(form.sites, /[\n,]/), tags: parts(form.tags, /,/) };
  return {
    name,
    ...(lists.sites.length && { sites: lists.sites }),
    ...(clip_type && { clip_type }),
    ...(title && { title }),
    ...(lists.tags.length && { tags: lists.tags }),
    ...(kind && { [KINDS[kind as keyof typeof KINDS]]: Number(id) }),
    ...(Object.keys(values).length > 0 && { values }),
  };
}

export interface PlaceChoice {
  value: string;
  label: string;
}

const choiceOf = ({ kind, id, title, path }: ClipTargetOption, workspace: string): PlaceChoice => ({
  value: `${kind} ${id}`,
  label: [title, ...path.toReversed(), workspace].filter(Boolean).join(' · '),
});

/** Places that are offered to the person, and the one that is set already, wherever it is. */
export async function placeChoices(ctx: Ctx, chosen: string): Promise<PlaceChoice[]> {
  const targets = await targetsFor(ctx, '');
  const names = new Map(targets.flatMap(({ kind, id, title }) => (kind === 'workspace' ? [[id, title]] : [])));
  const choices = targets.map((one) =>
    choiceOf(one, one.kind === 'workspace' ? '' : (names.get(one.workspace_id) ?? '')),
  );
  if (!chosen || choices.some(({ value }) => value === chosen)) return choices;
  return [{ value: chosen, label: await titleAt(ctx, chosen) }, ...choices];
}

/** Nothing of a page that the person does not see by now. */
async function titleAt(ctx: Ctx, place: string): Promise<string> {
  const [, kind = '', id] = PLACE.exec(place) ?? [];
  const pageId = kind === 'collection' ? (await ctx.use(databases).byId(ctx, Number(id)))?.page_id : Number(id);
  const isShown =
    pageId !== undefined && kind !== 'workspace' && (await ctx.use(pages).versions(ctx, [pageId])).size > 0;
  const page = isShown ? await ctx.use(pages).byId(ctx, pageId) : undefined;
  return page?.title || ctx.app.messages.text(ctx.locale, 'clipper.templates.hidden_place');
}

/** The page of a place that clips may go to. @throws Problem not_found, forbidden, validation_failed for a workspace */
export async function homePage(ctx: Ctx, place: string): Promise<number> {
  const [, kind, id] = PLACE.exec(place) ?? [];
  // It has no page of its own.
  if (kind === 'workspace') throw invalid(['body', 'home'], 'must be a page or a database');
  const pageId = kind === 'collection' ? ((await ctx.use(databases).byId(ctx, Number(id)))?.page_id ?? 0) : Number(id);
  await ctx.app.access.require(ctx, clipperPolicies.chooseHome, pageId);
  return pageId;
}
