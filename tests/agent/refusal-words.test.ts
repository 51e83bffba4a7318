// What a model and its person are told when a tool refuses: each fault once, in words, and no longer than an answer.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import Joi from 'joi';
import { invalid, Problem } from '../../core/http/problem.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { argumentsOf, toolNamed, toolRefusal } from '../../plugins/agent/tools/registry.ts';
import type { Tool } from '../../plugins/agent/tools/tool.ts';

const tool = toolNamed('query_rows') as Tool;
const said = (fault: unknown): string => toolRefusal({ log: { error() {} } } as never as Ctx, tool, fault).detail;

it('says each fault once, with its place', () => {
  const fault = invalid(['body', 'filter', 'property_id'], 'names no property of this database');
  assert.equal(said(fault).split('names no property of this database').length, 2, said(fault));
  const both = new Problem('validation_failed', 'Some values are wrong.', {
    errors: [{ field: 'Size', code: 'invalid', detail: 'must be a number' }],
    validation: [{ loc: ['body', 'values', 'Size'], msg: 'must be a number', type: 'value_error' }],
  } as never);
  assert.equal(said(both).split('must be a number').length, 2, said(both));
});

it('is no longer than an answer may be', () => {
  const text = said(new Problem('conflict', 'x'.repeat(50_000)));
  assert.equal(text.length, 20_000);
  assert.match(text, /shortened\]$/);
});

it('says what a rule of ours threw, and not that one failed', () => {
  const strict = Joi.object({
    name: Joi.string().custom(() => {
      throw new Error('must be a colour');
    }),
  });
  assert.throws(
    () => argumentsOf({ ...tool, input: strict }, { name: 'x' }),
    /^Problem: must be a colour$|must be a colour/,
  );
  assert.throws(
    () => argumentsOf({ ...tool, input: strict }, { name: 'x' }),
    (fault: Error) => !/failed custom validation/.test(fault.message),
  );
});
