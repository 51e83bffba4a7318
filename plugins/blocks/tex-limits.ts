/** What server and browser agree on when they read formulas. */

/** No macro may run away, and nothing may name an address. */
export const READING = {
  displayMode: true,
  output: 'mathml',
  throwOnError: true,
  strict: 'ignore',
  trust: false,
  maxExpand: 500,
  maxSize: 50,
} as const;

/** What gives commands another meaning, which might be without end. */
const DEFINING = /^(?:[egx]?def|let|futurelet|global|long|(?:new|renew|provide)command)$/;

/** What writes to the log. */
const WRITING = /^(?:message|errmessage|show)$/;

/** Commands copy what stands in their braces, so that every level of these takes as long as all that it holds. */
const NESTED_MAX = 50;

/** A backslash takes the sign behind it, so that braces and letters behind that one are themselves. */
const TEX_SIGN = /\\(?:([A-Za-z@]+)|[\s\S])|[{}]/g;

/** What would stand far from where it is written; `maxSize` holds only what makes things large. */
const FAR_AWAY = /\\(?:raisebox\s*\{?\s*[-+]?|(?:hspace\*?|[hm]skip|m?kern)\s*\{?\s*-)\s*\d{3}/;

/** Why a formula must not be read at all; undefined where it may be. */
export function texRefusal(tex: string): string | undefined {
  let depth = 0;
  for (const [sign, command = ''] of tex.matchAll(TEX_SIGN)) {
    if (DEFINING.test(command)) return 'Definitions of commands are not supported.';
    if (WRITING.test(command)) return 'Messages are not supported.';
    if (sign === '{') depth++;
    else if (sign === '}') depth--;
    if (depth > NESTED_MAX) return `More than ${NESTED_MAX} braces within each other are not supported.`;
  }
  return FAR_AWAY.test(tex) ? 'Moving by sizes of three digits is not supported.' : undefined;
}

/** What is wrong with a formula, in the words of the library, without the piece of it that they end with. */
export function texFault(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error);
  return words.replace(/^KaTeX parse error: /, '').replace(/( at (?:position \d+|end of input)): .*$/s, '$1');
}
