// What a person is shown before a row is made or changed, or a database gets a property: names in place of ids.
import { invalid } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { diffWords } from '../../blocks/diff/word-diff.ts';
import { type Collection, collectionPolicies, databases, type Property } from '../../databases/contract.ts';
import { pagePolicies, pages } from '../../pages/contract.ts';
import type { ActionPreview } from '../model.ts';
import { requireDatabase, requirePage } from '../tools/places.ts';
import { aboutPage, fieldsOf, type PreviewArgs, type PreviewLine, type Previews, wholeText } from './preview-card.ts';

interface Written {
  property: Property;
  text: string;
}

/** @throws Problem validation_failed for what a property does not take, before anybody is asked about it */
async function writtenValues(ctx: Ctx, home: Collection, values: Record<string, unknown>): Promise<Written[]> {
  const properties = await ctx.use(databases).properties(ctx, home.id);
  const written: Written[] = [];
  for (const [key, value] of Object.entries(values)) {
    const property = properties.find(({ id, name }) => String(id) === key || name.toLowerCase() === key.toLowerCase());
    if (!property) throw invalid(['body', 'values', key], 'names no property of this database');
    if (property.type !== 'title')
      await ctx.use(databases).checkValue(ctx, home.id, property.id, value, ['values', key]);
    const said =
      property.type === 'title' ? value : await ctx.use(databases).valueTexts(ctx, home.id, { [property.id]: value });
    const text = said instanceof Map ? (said.get(property.id) ?? '') : said;
    written.push({ property, text: wholeText(text ?? '') });
  }
  return written;
}

const lineOf = ({ property, text }: Written, before: string): PreviewLine => ({
  kind: 'changed',
  pieces: [{ kind: 'name', text: property.name }, ...diffWords(before, text)],
});

const pageOf = async (ctx: Ctx, home: Collection) => {
  const [page] = await ctx.use(pages).byIds(ctx, [home.page_id]);
  return page ? aboutPage(page) : null;
};

async function ofRow(ctx: Ctx, args: PreviewArgs): Promise<ActionPreview> {
  const row = await requirePage(ctx, Number(args.row_id), pagePolicies.edit);
  const home = await ctx.use(databases).ofPage(ctx, row.id);
  if (!home || home.page_id === row.id) throw invalid(['body', 'row_id'], 'must be a row of a database');
  const now = (await ctx.use(databases).rowTexts(ctx, home.id, [row.id])).get(row.id);
  const written = await writtenValues(ctx, home, args.values as Record<string, unknown>);
  const before = ({ type, id }: Property) => (type === 'title' ? row.title : (now?.get(id) ?? ''));
  return { page: aboutPage(row), lines: written.map((one) => lineOf(one, before(one.property))), fields: [] };
}

/** @throws Problem not_found, forbidden, page_locked */
async function homeOf(ctx: Ctx, args: PreviewArgs): Promise<Collection> {
  await requireDatabase(ctx, Number(args.collection_id), collectionPolicies.edit);
  return (await ctx.use(databases).byId(ctx, Number(args.collection_id))) as Collection;
}

async function ofNewRow(ctx: Ctx, args: PreviewArgs): Promise<ActionPreview> {
  const home = await homeOf(ctx, args);
  const written = await writtenValues(ctx, home, (args.values ?? {}) as Record<string, unknown>);
  const t = ctx.app.messages.in(ctx.locale);
  const title = args.title || (written.length ? undefined : t('core.client.untitled'));
  return { page: await pageOf(ctx, home), lines: written.map((one) => lineOf(one, '')), fields: fieldsOf({ title }) };
}

const nameOf = (option: unknown): string =>
  typeof option === 'string' ? option : String((option as { name?: unknown } | null)?.name ?? '');

/** What a new property is set up with: databases and properties by their names. */
async function settingsText(ctx: Ctx, home: Collection, config: Record<string, unknown>): Promise<string> {
  const { options: _, collection_id, relation_property_id, property_id, reverse_property_id, ...plain } = config;
  const named = [relation_property_id, property_id, reverse_property_id].map(Number).filter(Boolean);
  const own = await ctx.use(databases).properties(ctx, home.id);
  const relation = own.find(({ id }) => id === Number(relation_property_id));
  const targetId = Number(collection_id ?? relation?.config.collection_id ?? 0);
  if (targetId) await requireDatabase(ctx, targetId, collectionPolicies.view);
  const target = targetId ? await ctx.use(databases).byId(ctx, targetId) : undefined;
  const theirs = target ? await ctx.use(databases).properties(ctx, target.id) : [];
  const names = named.flatMap((id) => [...own, ...theirs].find((one) => one.id === id)?.name ?? []);
  const rest = Object.entries(plain).map(([key, value]) => `${key.replaceAll('_', ' ')}: ${wholeText(value)}`);
  return [target?.name, ...names, ...rest].filter(Boolean).join(', ');
}

async function ofProperty(ctx: Ctx, args: PreviewArgs): Promise<ActionPreview> {
  const home = await homeOf(ctx, args);
  const t = ctx.app.messages.in(ctx.locale);
  const config = (args.config ?? {}) as Record<string, unknown>;
  const options = Array.isArray(config.options) ? config.options.map(nameOf).join(', ') : undefined;
  const set = await settingsText(ctx, home, config);
  const fields = fieldsOf({ property: args.name, type: t(`databases.type.${args.type}`), options, settings: set });
  return { page: await pageOf(ctx, home), lines: [], fields };
}

export const rowPreviews: Previews = { update_row: ofRow, create_row: ofNewRow, add_property: ofProperty };
