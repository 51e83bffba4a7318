// Values that are typed into the form of a rule become what their property takes, whatever its type is.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { type RuleDraft, withStep } from '../../plugins/automations/rules/draft.ts';
import { propertyField } from '../../plugins/automations/rules/value-field.ts';
import { PROPERTY_TYPES, type Property } from '../../plugins/databases/contract.ts';

const property = (type: Property['type']): Property => ({
  ...{ id: 7, name: type, type, config: {}, position: 0, group_name: '', validation: {} },
});
const draft = { actions_json: [{ kind: 'set_property', property_id: 7, value: '' }] } as RuleDraft;
const setTo = (type: Property['type'], value: string): unknown => {
  const typed = { kind_0: 'set_property', property_0: '7', value_0: value };
  const [action] = withStep(draft, 3, typed, [property(type)]).actions_json ?? [];
  return action?.kind === 'set_property' ? action.value : undefined;
};

describe('the draft of a rule', () => {
  it('sets numbers, ratings and durations to numbers, checks to yes or no, and lists to lists', () => {
    const cases: [Property['type'], string, unknown][] = [
      ['number', '4', 4],
      ['rating', '4', 4],
      ['duration', '90', 90],
      ['rating', '{p12}', '{p12}'],
      ['checkbox', 'true', true],
      ['checkbox', 'false', false],
      ['person', '3', [3]],
      ['multi_select', 'red', ['red']],
      ['select', 'red', 'red'],
      ['text', '4', '4'],
      ['date', '2026-11-28', '2026-11-28'],
    ];
    for (const [type, value, wanted] of cases) assert.deepEqual(setTo(type, value), wanted, `${type}: ${value}`);
  });

  it('asks for each type in a field that takes it', () => {
    const sources = { people: [], tops: [], t: (key: string) => key };
    const kinds = Object.groupBy(PROPERTY_TYPES, (type) => propertyField(property(type), sources).kind);
    assert.deepEqual(kinds.number, ['number', 'rating', 'duration']);
    assert.deepEqual(kinds.date, ['date']);
    assert.deepEqual(kinds.select, ['person', 'checkbox']);
  });
});
