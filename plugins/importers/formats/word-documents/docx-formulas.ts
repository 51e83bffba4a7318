// Formulas of Word in a line of text: mammoth passes over them, with all letters in them.

/** With all formulas of one paragraph, where they stand in one of their own. */
const FORMULA = /<m:oMathPara[ >][\s\S]*?<\/m:oMathPara>|<m:oMath[ >][\s\S]*?<\/m:oMath>/g;

/** What stands between the parts of a formula. */
const SIGNS: [RegExp, string][] = [
  [/<m:den>/g, '/'],
  [/<m:sup>/g, '^'],
  [/<m:sub>/g, '_'],
  [/<m:rad>/g, '√'],
  [/<m:chr m:val="([^"<>&])"\/>/g, '$1'],
];

/** The document with each formula as words, and how many there were. */
export function withFormulaWords(xml: string): { xml: string; formulas: number } {
  let formulas = 0;
  const worded = xml.replace(FORMULA, (formula) => {
    formulas += 1;
    const signed = SIGNS.reduce((text, [part, sign]) => text.replace(part, sign), formula);
    // Line ends between elements say nothing; letters stand in elements of text.
    const words = signed.replace(/>\s+</g, '><').replace(/<[^<>]*>/g, '');
    return `<w:r><w:t xml:space="preserve">${words}</w:t></w:r>`;
  });
  return { xml: worded, formulas };
}
