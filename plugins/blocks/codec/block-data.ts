/** Reads the keys of one block, inline node or mark by its rules. */
import type { Data, Json } from '../block.ts';
import type { ValueRule } from '../value-rules.ts';
import { type BlockIssues, step } from './block-errors.ts';

/** Whether a value is a JSON object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** The canonical data of `raw`: keys in catalogue order, fallbacks filled in, unknown keys refused by name. */
export function readData(
  raw: Record<string, unknown>,
  rules: Record<string, ValueRule>,
  pointer: string,
  faults: BlockIssues,
  alsoAllowed: readonly string[] = [],
): Data {
  const data: Data = {};
  for (const key of Object.keys(rules)) {
    const rule = rules[key]!;
    const value = raw[key];
    if (value === undefined) {
      if (rule.presence === 'required') faults.add(`${pointer}/${step(key)}`, 'required', 'is required');
      if (rule.presence === 'fallback') data[key] = structuredFallback(rule.fallback!);
      continue;
    }
    const fault = rule.fault(value);
    if (fault) faults.add(`${pointer}/${step(key)}`, key, fault);
    else data[key] = value as Json;
  }
  for (const key of Object.keys(raw)) {
    if (Object.hasOwn(rules, key) || alsoAllowed.includes(key)) continue;
    faults.add(`${pointer}/${step(key)}`, 'unknown_key', `"${key}" is not a key here`);
  }
  return data;
}

function structuredFallback(value: Json): Json {
  return isRecord(value) ? { ...value } : value;
}
