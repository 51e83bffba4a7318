// How a property is named in the text of a formula: by its name alone where that leaves no doubt.

/** Words that a bare name cannot be, because they mean something else. */
const RESERVED = new Set(['true', 'false', 'not', 'and', 'or', 'current', 'index', 'prop']);
const WORD = /^[\p{L}_][\p{L}\p{M}\p{N}_]*$/u;

/** @param taken names that mean something else in this formula */
export const propertyTerm = (name: string, taken: ReadonlySet<string> = new Set()): string =>
  WORD.test(name) && !RESERVED.has(name) && !taken.has(name) ? name : `prop("${name.replace(/["\\]/g, '\\$&')}")`;
