// Values that are typed into the form of a rule become what their property takes, whatever its type is.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { type RuleDraft, type RuleFormFields, withForm } from '../../plugins/automations/rules/draft.ts';
import { cronOfRhythm, rhythmOf } from '../../plugins/automations/rules/rhythm.ts';
import { propertyField } from '../../plugins/automations/rules/value-field.ts';
import { PROPERTY_TYPES, type Property } from '../../plugins/databases/contract.ts';

const property = (type: Property['type']): Property => ({
  ...{ id: 7, name: type, type, config: {}, position: 0, group_name: '', validation: {} },
});
const draft = { actions_json: [{ kind: 'set_property', property_id: 7, value: '' }] } as RuleDraft;
const setTo = (type: Property['type'], value: string): unknown => {
  const typed = { kind_0: 'set_property', property_0: '7', setting_0: value };
  const [action] = withForm(draft, typed, [property(type)]).actions_json ?? [];
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

  const scheduled = (typed: RuleFormFields): string | undefined =>
    withForm(draft, { trigger_type: 'cron', ...typed }, []).cron_expression;

  it('puts a schedule together from what was chosen, and reads it back', () => {
    const cases: [RuleFormFields, string][] = [
      [{ rhythm: 'hour', minute: '30', at: '09:00' }, '30 * * * *'],
      [{ rhythm: 'day', at: '08:05' }, '5 8 * * *'],
      [{ rhythm: 'workday', at: '17:30' }, '30 17 * * 1-5'],
      [{ rhythm: 'week', at: '09:00', weekdays: ['1', '3', '0'] }, '0 9 * * 1,3,0'],
      [{ rhythm: 'month', at: '09:00', date: '28' }, '0 9 28 * *'],
      [{ rhythm: 'cron', cron_expression: '*/7 * 1 6 *', at: '09:00' }, '*/7 * 1 6 *'],
    ];
    for (const [typed, wanted] of cases) {
      assert.equal(scheduled(typed), wanted);
      assert.equal(rhythmOf(wanted).name, typed.rhythm, wanted);
      if (typed.rhythm !== 'cron') assert.equal(cronOfRhythm(rhythmOf(wanted)), wanted);
    }
  });

  it('has no schedule before one is chosen, and takes nothing that no clock shows', () => {
    assert.equal(scheduled({ rhythm: '', cron_expression: '0 9 * * *', at: '09:00' }), '');
    assert.equal(scheduled({ rhythm: 'week', at: '09:00' }), '');
    assert.equal(scheduled({ rhythm: 'month', at: '25:00', date: '40' }), '0 9 1 * *');
    assert.equal(rhythmOf('').name, '');
  });
});
