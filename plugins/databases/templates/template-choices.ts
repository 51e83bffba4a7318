// What a new database can start from, as people choose among it: with a picture and the names of its properties.
import type { Ctx } from '../../../core/kernel/context.ts';
import { typeNamed } from '../schema/types/registry.ts';
import { databaseTemplates } from './database-templates.ts';
import { type PictureShape, type SketchOf, templatePicture } from './template-picture.ts';

/** A template of databases, as people choose it. */
export interface DatabaseChoice {
  /** what a form says to take it */
  value: string;
  isBuiltIn: boolean;
  icon: string;
  name: string;
  /** names of its properties */
  words: string;
  shapes: PictureShape[];
}

const sketchOf: SketchOf = ({ type }) => typeNamed(type).sketch;

/** The built-in ones, and those that people of a workspace keep by their names. */
export async function databaseChoices(ctx: Ctx, workspaceId: number | undefined): Promise<DatabaseChoice[]> {
  const t = ctx.app.messages.in(ctx.locale);
  return (await databaseTemplates(ctx, workspaceId)).map(({ key, name, icon, schema, views }) => ({
    value: key ?? name,
    isBuiltIn: key !== null,
    icon: icon.startsWith('custom:') ? '' : icon,
    name: key ? t(`databases.template.${key}`) : name,
    words: schema.map((one) => one.name).join(', '),
    shapes: templatePicture(views[0] ?? 'table', schema, sketchOf),
  }));
}

/** The picture of a database that has nothing yet. */
export const emptyPicture = () => templatePicture('table', [{ type: 'title' }], sketchOf);
