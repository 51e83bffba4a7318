// A page template as everybody else sees it, kept or built in.
import Joi from 'joi';
import type { Block } from '../blocks/block.ts';
import type { BuiltInTemplate } from './built-in.ts';
import type { TemplateRow } from './store.ts';
import { questionsOf } from './variables.ts';

export const DEFAULT_ICON = '📄';

export interface Template {
  /** 0: built in, named by its key */
  id: number;
  key: string | null;
  /** null: for everybody */
  workspace_id: number | null;
  name: string;
  icon: string;
  description: string;
  /** questions that are asked before a page is made */
  prompts: string[];
  blocks: Block[];
  created_by: number | null;
  created_at: string | null;
  updated_at: string | null;
}

export function templateFromRow({ blocks_json, ...row }: TemplateRow): Template {
  const { blocks } = JSON.parse(blocks_json) as { blocks: Block[] };
  return { ...row, key: null, prompts: questionsOf(blocks), blocks };
}

export const builtInTemplate = (found: BuiltInTemplate): Template => ({
  ...found,
  id: 0,
  workspace_id: null,
  prompts: questionsOf(found.blocks),
  created_by: null,
  created_at: null,
  updated_at: null,
});

/** As the API has it. */
export const presentTemplate = ({ blocks, ...template }: Template) => ({
  ...template,
  blocks_json: JSON.stringify({ version: '1', time: Date.parse(template.updated_at ?? '') || 0, blocks }),
});

/** As the pages of the browser have it. */
export const withoutBlocks = ({ blocks: _, ...template }: Template): Omit<Template, 'blocks'> => template;

const maybe = (schema: Joi.Schema) => schema.required().allow(null);

export const templateSchema = Joi.object({
  id: Joi.number().integer().required().description('0: built in, named by its key').example(4),
  key: maybe(Joi.string()).description('of a built-in one, else null'),
  workspace_id: maybe(Joi.number().integer()).description('null: for everybody'),
  name: Joi.string().required().example('Meeting notes'),
  icon: Joi.string().required().allow(''),
  description: Joi.string().required().allow(''),
  prompts: Joi.array().items(Joi.string()).required().description('questions asked before a page is made'),
  created_by: maybe(Joi.number().integer()),
  created_at: maybe(Joi.string()),
  updated_at: maybe(Joi.string()),
}).meta({ title: 'PageTemplate' });

export const wholeTemplateSchema = templateSchema
  .keys({ blocks_json: Joi.string().required().description('the block list as text') })
  .meta({ title: 'PageTemplateWithBlocks' });
