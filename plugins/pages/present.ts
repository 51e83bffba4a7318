// Pages and versions as JSON (contract 5), and their schemas for the API document.
import Joi from 'joi';
import type { Ctx } from '../../core/kernel/context.ts';
import type { Page } from './contract.ts';
import { type PageRow, pageStore } from './store.ts';
import type { VersionRow } from './versions/version-store.ts';

export function presentPage(row: PageRow): Page {
  const { access_root_id: _root, deleted_with: _with, collection_id: _of, content: _content, ...page } = row;
  return page;
}

/** With `content`: the JSON envelope for blocks, text for Markdown, empty for files and collections. */
export const presentWhole = (row: PageRow): Page & { content: string } => ({
  ...presentPage(row),
  content: row.content ?? '',
});

export const presentVersion = ({ id, page_id, user_id, title, note, created_at }: VersionRow) => ({
  id,
  page_id,
  user_id,
  title,
  note,
  created_at,
});

const maybeId = () => Joi.number().integer().required().allow(null);
const zeroOne = () => Joi.valid(0, 1).required();

/** Which part of a cover shows that is higher than its place. */
export const coverPosition = () =>
  Joi.number()
    .integer()
    .min(0)
    .max(100)
    .multiple(5)
    .description('which part of a high picture shows: 0 the top, 100 the bottom, in steps of 5')
    .example(50);

export const pageSchema = Joi.object({
  id: Joi.number().integer().required().example(12),
  workspace_id: Joi.number().integer().required().example(1),
  parent_id: maybeId(),
  kind: Joi.valid('page', 'file', 'folder', 'collection').required(),
  title: Joi.string().required().allow('').example('Meeting notes'),
  content_format: Joi.valid('blocks', 'collection', 'file').required(),
  page_icon: Joi.string().required().allow(''),
  cover_url: Joi.string().required().allow(''),
  cover_position: coverPosition().required(),
  position: Joi.number().integer().required().description('zero-based place among live siblings'),
  is_locked: zeroOne(),
  locked_by: maybeId(),
  full_width: zeroOne(),
  font_small: zeroOne(),
  permission_type: Joi.valid('inherit', 'restricted', 'private').required(),
  sync_version: Joi.number().integer().required().example(3),
  slug: Joi.string().required().allow(null),
  is_published: zeroOne(),
  created_by: maybeId(),
  updated_by: maybeId(),
  created_at: Joi.string().required().example('2026-11-20T09:00:00.000Z'),
  updated_at: Joi.string().required().example('2026-11-20T09:00:00.000Z'),
  deleted_at: Joi.string().required().allow(null),
}).meta({ title: 'Page' });

export const wholePageSchema = pageSchema
  .keys({
    content: Joi.string()
      .required()
      .allow('')
      .description('the body as it is kept; `data.text` of its blocks is in GET …/content only')
      .example('{"version":"1","time":1763629200000,"blocks":[]}'),
  })
  .meta({ title: 'PageWithContent' });

export const versionSchema = Joi.object({
  id: Joi.number().integer().required(),
  page_id: Joi.number().integer().required(),
  user_id: maybeId(),
  title: Joi.string().required().allow(''),
  note: Joi.string().required().allow(''),
  created_at: Joi.string().required(),
}).meta({ title: 'PageVersion' });

/** The page with its content, as the database holds it now. */
export async function wholePage(ctx: Ctx, page: Page): Promise<Page & { content: string }> {
  return presentWhole({ ...(page as PageRow), content: await pageStore.content(ctx, page.id) });
}

/** The page after a change, as the browser's JSON answers: its fields beside `ok`. */
export const changed = async (ctx: Ctx, page: Page) => ({ ok: true as const, ...(await wholePage(ctx, page)) });
