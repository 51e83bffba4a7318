/** Attributes of the schema, made from the catalogue, so that editor and codec refuse the same values. */
import type { AttributeSpec } from 'prosemirror-model';
import { isBlockId } from '../block.ts';
import type { BlockModel } from '../block-type.ts';
import { isRecord } from '../codec/block-data.ts';
import type { ValueRule } from '../value-rules.ts';

/** What parse rules need of an element; the DOM's own types are not known to the server's type check. */
export interface AttributeSource {
  getAttribute(name: string): string | null;
}

type Attributes = Record<string, AttributeSpec>;

/** Attribute specs of rules: a required key has no default, an optional one is null when absent. */
export function attributesOf(rules: Record<string, ValueRule>): Attributes {
  const attrs: Attributes = {};
  for (const [key, rule] of Object.entries(rules)) {
    const validate = (value: unknown) => {
      if (value === null && rule.presence === 'optional') return;
      const fault = rule.fault(value);
      if (fault) throw new RangeError(`${key} ${fault}`);
    };
    if (rule.presence === 'required') attrs[key] = { validate };
    else attrs[key] = { validate, default: rule.presence === 'fallback' ? rule.fallback : null };
  }
  return attrs;
}

/** Attribute specs of one block type. */
export const attributes = (model: BlockModel): Attributes => attributesOf(attributeRules(model));

/** The rules of what is an attribute: the text of code is content. */
export function attributeRules({ data, node }: BlockModel): Record<string, ValueRule> {
  const { [node?.text ?? '']: _content, ...rules } = data;
  return rules;
}

/** The id of a block or column; null until the editor has given one. */
export const identity: Attributes = {
  id: {
    default: null,
    validate(value) {
      if (value !== null && !isBlockId(value)) throw new RangeError('id must be 1 to 32 of A-Z a-z 0-9 _ -');
    },
  },
};

/** Attributes as one `data-attrs` value; a copy pasted from one page into another reads it back. */
export function encode(attrs: Record<string, unknown>): string {
  return JSON.stringify(attrs);
}

/** Attributes read back from pasted HTML, or false when they break a rule: then the element is not ours. */
export function decodeAttributes(
  value: string | null,
  rules: Record<string, ValueRule>,
): Record<string, unknown> | false {
  let attrs: unknown;
  try {
    attrs = JSON.parse(value ?? '{}');
  } catch {
    return false;
  }
  if (!isRecord(attrs)) return false;
  for (const [key, rule] of Object.entries(rules)) {
    const given = attrs[key] ?? undefined;
    if (given === undefined ? rule.presence === 'required' : rule.fault(given)) return false;
  }
  return Object.fromEntries(Object.keys(rules).map((key) => [key, attrs[key] ?? rules[key]!.fallback ?? null]));
}
