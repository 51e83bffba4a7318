// The font called Symbol has Greek letters and signs of mathematics where others have Latin letters.

const CAPITALS = 'ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ';
const SMALL = 'αβχδεφγηιϕκλμνοπθρστυϖωξψζ';
/** From 161 on; a blank for what is there only to be put together from parts. */
const HIGH = 'ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…  ↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑';
const OTHERS: Record<string, string> = {
  ...{ '"': '∀', $: '∃', "'": '∋', '*': '∗', '-': '−', '@': '≅', '\\': '∴', '^': '⊥', '`': '‾' },
  ...{ ñ: '〉', ò: '∫' },
};

const [FIRST_CAPITAL, FIRST_SMALL, FIRST_HIGH] = [0x41, 0x61, 0xa1];

export const isSymbolFont = (name: string): boolean => /^symbol\b/i.test(name.trim());

/** What the font shows for the number of a letter; a private area of Unicode has the same numbers again. */
export function symbolLetter(number: number): string {
  const code = number & 0xff;
  const own = String.fromCharCode(code);
  const shown =
    CAPITALS[code - FIRST_CAPITAL] ?? SMALL[code - FIRST_SMALL] ?? HIGH[code - FIRST_HIGH]?.trim() ?? OTHERS[own];
  return shown || own;
}
