// What there is to choose from for a property: its options, the people of the workspace, the rows of another database.
import { t } from '../../../../../core/client/messages.ts';
import { send } from '../../../../../core/client/request.ts';
import type { Option, Property, Row, Value } from '../../../model.ts';
import type { Model } from '../model.ts';
import type { EditorContext } from './editor-panel.ts';

export interface ValueChoice {
  value: Value;
  label: string;
  color?: string;
  /** of an option of a status */
  group?: Option['group'];
  /** address of a person's picture */
  face?: string;
  /** is made when it is chosen */
  isNew?: true;
}

/** Where choices come from. */
export type ChoiceSource = 'options' | 'people' | 'rows';

type Place = Pick<EditorContext, 'model' | 'property'>;

/** Colours that new options get in turn; the palette of pages. */
export const TONES = ['default', 'gray', 'brown', 'orange', 'yellow', 'green', 'blue', 'purple', 'pink', 'red'];

export interface PersonChoice extends Record<string, unknown> {
  user_id: number;
  full_name: string;
  email: string;
  avatar_url: string;
}

const people = new WeakMap<Model, Promise<PersonChoice[]>>();

export function members(model: Model): Promise<PersonChoice[]> {
  const known =
    people.get(model) ??
    send<{ members: PersonChoice[] }>('GET', `/api/workspace/${model.collection.workspace_id}/members`).then(
      ({ members }) => members,
    );
  people.set(model, known);
  known.catch(() => people.delete(model));
  return known;
}

const titles = new Map<number, Promise<number>>();

/** Id of the title of another database. */
function titleIn(collectionId: number): Promise<number> {
  const known =
    titles.get(collectionId) ??
    send<{ properties: Property[] }>('GET', `/api/v2/collections/${collectionId}/schema`).then(
      ({ properties }) => properties.find(({ type }) => type === 'title')?.id ?? 0,
    );
  titles.set(collectionId, known);
  return known;
}

async function rowsNamed(collectionId: number, typed: string): Promise<ValueChoice[]> {
  const filter = typed ? { property_id: await titleIn(collectionId), op: 'contains', value: typed } : null;
  const { results } = await send<{ results: Row[] }>('POST', `/api/v2/collections/${collectionId}/query`, {
    filter,
    limit: 20,
  });
  return results.map(({ id, title }) => ({ value: id, label: title || t('core.client.untitled') }));
}

/** Those that the typed words may mean, and a new one where there is none of this name. */
export async function matchingChoices(
  { model, property }: Place,
  source: ChoiceSource,
  typed: string,
): Promise<ValueChoice[]> {
  const folded = typed.toLocaleLowerCase();
  const fits = ({ label }: ValueChoice) => label.toLocaleLowerCase().includes(folded);
  if (source === 'rows') return rowsNamed(property.config.collection_id as number, typed);
  if (source === 'people')
    return (await members(model))
      .map(({ user_id, full_name, email, avatar_url }) => ({
        value: user_id,
        label: full_name || email,
        face: avatar_url,
      }))
      .filter(fits);
  const options = model.property(property.id)?.config.options ?? [];
  const found: ValueChoice[] = options
    .map(({ id, name, color, group }) => ({ value: id, label: name, color, group }))
    .filter(fits);
  const isKnown = options.some(({ name }) => name.toLocaleLowerCase() === folded);
  if (typed && !isKnown && model.isEditable)
    found.push({ value: null, label: t('databases.view.make_option', { name: typed }), isNew: true });
  return found;
}

/** Adds options to a property and gives their ids, in the order of the names. @throws RequestError */
export async function createOptions({ model, property }: Place, names: string[]): Promise<string[]> {
  const options: Partial<Option>[] = model.property(property.id)?.config.options ?? [];
  const made = names.map((name, at) => ({ name, color: TONES[((options.length + at) % (TONES.length - 1)) + 1] }));
  const changed = await send<Property & Record<string, unknown>>('PATCH', `${model.path}/properties/${property.id}`, {
    config: { options: [...options, ...made] },
  });
  model.properties = model.properties.map((one) => (one.id === property.id ? { ...one, config: changed.config } : one));
  return names.map((name) => changed.config.options?.find((one) => one.name === name)?.id ?? '');
}

export const makeOption = async (place: Place, name: string): Promise<Value> =>
  (await createOptions(place, [name]))[0] as string;
