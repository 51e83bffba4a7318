// Another type for a property: what would become of its values is shown before it is done.
import { openDialog } from '../../../../../core/client/dialog.ts';
import { el } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import { send } from '../../../../../core/client/request.ts';
import { failed } from '../../../../../core/client/toast.ts';
import type { Property, PropertyTypeName, Value } from '../../../model.ts';
import type { History } from '../history.ts';
import type { Model } from '../model.ts';
import { CONVERTIBLE, isChosen } from '../property-kinds.ts';
import { plainValueText } from '../value-text.ts';
import { labelled, select } from './form-controls.ts';
import { recordSchemaChange, type SchemaChangeAnswer } from './undo.ts';

interface Preview extends Record<string, unknown> {
  kept: number;
  lost: number;
  samples: { row_id: number; before: Value; after: Value }[];
}

export async function openConvertDialog(model: Model, history: History, property: Property): Promise<void> {
  const path = `${model.path}/properties/${property.id}/convert`;
  const types = CONVERTIBLE.filter((one) => one !== property.type);
  const type = select(
    '',
    types.map((one) => [one, t(`databases.type.${one}`)]),
    types[0] as string,
  );
  const result = el('div', { role: 'status', class: 'convert-preview' });
  let turn = 0;
  const preview = async () => {
    const mine = ++turn;
    const found = await send<Preview>('POST', path, { type: type.value, preview: true });
    if (mine === turn)
      result.replaceChildren(...previewElements(model, property, type.value as PropertyTypeName, found));
  };
  type.addEventListener('change', () => void preview().catch(failed));
  await preview();
  const chosen = await openDialog(
    t('databases.view.convert_title', { name: property.name }),
    [el('div', { class: 'panel-form' }, labelled(t('databases.view.convert_to'), type)), result],
    [
      { label: t('databases.view.cancel'), value: '' },
      { label: t('databases.view.convert'), value: 'yes', kind: 'primary' },
    ],
    { focus: type },
  );
  if (chosen !== 'yes') return;
  const body = { type: type.value };
  const convert = () => send<SchemaChangeAnswer>('POST', path, body);
  await recordSchemaChange(model, history, await convert(), {
    text: t('databases.view.converted', { name: property.name }),
    what: t('databases.view.step.converted', { name: property.name }),
    again: convert,
  });
}

function previewElements(
  model: Model,
  from: Property,
  type: PropertyTypeName,
  { kept, lost, samples }: Preview,
): HTMLElement[] {
  const plain = (value: Value) => (value === null ? t('databases.view.lost') : String(value));
  // New options have no ids before they are made: their words are those of the value.
  const after = (before: Value, value: Value) =>
    isChosen({ type }) && value !== null
      ? plainValueText(model, from, before)
      : plainValueText(model, { ...from, type, config: {} }, value) || plain(value);
  const lines = samples.map((one) =>
    el('tr', {}, el('td', {}, plainValueText(model, from, one.before)), el('td', {}, after(one.before, one.after))),
  );
  const counts = el('p', {}, t('databases.view.convert_counts', { kept, lost }));
  if (!lines.length) return [counts];
  const head = el(
    'tr',
    {},
    el('th', { scope: 'col' }, t('databases.view.before')),
    el('th', { scope: 'col' }, t('databases.view.after')),
  );
  return [counts, el('table', {}, el('thead', {}, head), el('tbody', {}, ...lines))];
}
