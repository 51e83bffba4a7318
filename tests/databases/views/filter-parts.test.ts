// Filters as chips: what each chip says of them, and that nothing is lost on the way there and back.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  completeFilter,
  countLeaves,
  readParts,
  writeParts,
} from '../../../plugins/databases/client/database/filters/conditions.ts';
import type { Filter, Property } from '../../../plugins/databases/model.ts';

const property = (id: number, type: string) => ({ id, name: `P${id}`, type, config: {} }) as Property;
const known = [property(1, 'title'), property(2, 'select'), property(3, 'person'), property(4, 'date')];
const find = (id: number) => known.find((one) => one.id === id);
const leaf = (property_id: number, op: string, value?: string | number): Filter =>
  value === undefined ? { property_id, op } : { property_id, op, value };

describe('filters as chips', () => {
  const there: [string, Filter, number][] = [
    ['one condition', leaf(1, 'contains', 'x'), 1],
    ['several conditions', { and: [leaf(1, 'contains', 'x'), leaf(4, 'before', 'today')] }, 2],
    ['several values of one property', { or: [leaf(2, 'equals', 'a'), leaf(2, 'equals', 'b')] }, 1],
    ['neither of two values', { and: [{ and: [leaf(2, 'does_not_equal', 'a'), leaf(2, 'does_not_equal', 'b')] }] }, 1],
    ['values and more', { and: [{ or: [leaf(3, 'contains', 'me'), leaf(3, 'contains', 7)] }, leaf(4, 'is_empty')] }, 2],
    ['a group', { and: [{ or: [leaf(1, 'contains', 'x'), leaf(2, 'equals', 'a')] }, leaf(4, 'this_week')] }, 2],
    ['texts of which any counts', { or: [leaf(1, 'contains', 'x'), leaf(1, 'contains', 'y')] }, 1],
    ['two values that both must hold', { and: [leaf(3, 'contains', 1), leaf(3, 'contains', 2)] }, 2],
    [
      'a group that is nested',
      { or: [{ and: [leaf(1, 'contains', 'x'), leaf(4, 'is_empty')] }, leaf(2, 'equals', 'a')] },
      1,
    ],
    ['a property that is not known', leaf(9, 'contains', 'x'), 1],
  ];
  for (const [name, filter, count] of there)
    it(`keep ${name}`, () => {
      const parts = readParts(filter, find);
      assert.equal(parts.length, count);
      const flat = (one: Filter): Filter => ('and' in one && one.and.length === 1 ? flat(one.and[0] as Filter) : one);
      assert.deepEqual(writeParts(parts), flat(filter));
    });

  it('have values of a list on one chip, and others in a group', () => {
    const [values] = readParts({ or: [leaf(2, 'equals', 'a'), leaf(2, 'equals', 'b')] }, find);
    assert.deepEqual(values, { property_id: 2, op: 'equals', values: ['a', 'b'] });
    const [texts] = readParts({ or: [leaf(1, 'contains', 'x'), leaf(1, 'contains', 'y')] }, find);
    assert.ok(texts && 'group' in texts && countLeaves(texts.group) === 2);
  });

  it('call operators by the name that they have here', () => {
    assert.deepEqual(readParts(leaf(2, 'is', 'a'), find), [{ property_id: 2, op: 'equals', values: ['a'] }]);
  });

  it('leave out what is not filled in', () => {
    assert.equal(writeParts([{ property_id: 2, op: 'equals', values: [] }]), null);
    assert.deepEqual(writeParts([{ property_id: 2, op: 'is_empty', values: [] }]), leaf(2, 'is_empty'));
    assert.deepEqual(completeFilter({ and: [leaf(1, 'contains'), { or: [leaf(1, 'contains', '')] }] }), null);
    assert.deepEqual(readParts(null, find), []);
    assert.equal(writeParts([]), null);
  });
});
