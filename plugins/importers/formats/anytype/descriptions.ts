// What an export of Anytype says of its types, properties, templates and people: where nothing here has a place for it, the report says it.
import type { Item } from '../../contract.ts';
import { cleanTitle } from '../../reading/entry-path.ts';
import { storableText } from './object.ts';
import type { AnytypeSpace } from './space.ts';
import { type AnytypeTable, isPropertyText, typeShown } from './tables.ts';

const NAMED_MAX = 20;
/** Of one description in the report. */
const SAID_MAX = 200;
/** @param tables those that become databases */
export function* descriptionsLeftOut(at: string, space: AnytypeSpace, tables: AnytypeTable[]): Generator<Item> {
  const columns = new Set(tables.flatMap((table) => table.columns));
  const types = new Set(tables.map((table) => typeShown(table, space)));
  const objects = [...space.objects.values()].flatMap((object): [string, string][] => {
    const isOwn = /^(?:type|template|participant)$/.test(object.kind) && !types.has(object);
    return isOwn ? [[space.title(object.id) ?? object.id, storableText(object.fields.description).trim()]] : [];
  });
  const properties = space.properties.flatMap(({ key, name, description }): [string, string][] =>
    columns.has(key) && isPropertyText(description) ? [] : [[name, description ?? '']],
  );
  const all = [...objects, ...properties].filter(([, description]) => description);
  const said = all
    .slice(0, NAMED_MAX)
    .map(([name, description]) => `${named(name, 60)}: ${named(description, SAID_MAX)}`);
  const more = all.length > NAMED_MAX ? '; …' : '';
  const because = `Descriptions that have no place here were left out (${all.length}): ${said.join('; ')}${more}.`;
  if (all.length) yield { type: 'problem', at, kind: 'left_out', because };
}

const named = (text: string, length: number): string => cleanTitle(text.slice(0, length)).replace(/\.$/, '');
