/** What server and browser agree on when they read formulas. */
/** Longer sources are shown as they are written: reading them would hold up everybody. */
export const TEX_MAX = 10_000;

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

/** What is wrong with a formula, in the words of the library, without the piece of it that they end with. */
export function texFault(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error);
  return words.replace(/^KaTeX parse error: /, '').replace(/( at (?:position \d+|end of input)): .*$/s, '$1');
}
