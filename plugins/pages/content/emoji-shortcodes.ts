// Signs of the standard emoji by the names that people know from elsewhere; read when a page first names one.
type Names = Record<string, string | string[]>;

let reading: Promise<Map<string, string>> | undefined;

/** What is shown as text unless told otherwise becomes a picture by U+FE0F. */
function signOf(hexcode: string): string {
  const sign = String.fromCodePoint(...hexcode.split('-').map((code) => Number.parseInt(code, 16)));
  return /^(?!\p{Emoji_Presentation})\p{Emoji}$/u.test(sign) ? `${sign}\uFE0F` : sign;
}

async function read(): Promise<Map<string, string>> {
  const { default: names } = await import('emojibase-data/en/shortcodes/github.json', { with: { type: 'json' } });
  return new Map(
    Object.entries(names as Names).flatMap(([hexcode, named]) =>
      [named].flat().map((name): [string, string] => [name, signOf(hexcode)]),
    ),
  );
}

/** Those of these names that are standard, with their signs. */
export async function standardSigns(names: string[]): Promise<Map<string, string>> {
  if (!names.length) return new Map();
  reading ??= read();
  const signs = await reading;
  return new Map(
    names.flatMap((name) => {
      const sign = signs.get(name);
      return sign === undefined ? [] : [[name, sign]];
    }),
  );
}
