// Elements of Word's XML by their text. Each is looked for once, so that ends that never come cost no more than others.

/**
 * The text with another one in place of each innermost element.
 * @param tag as it begins and ends, e.g. `w:rPr`; with attributes or without
 * @param edit of the whole element
 */
export function replaceElements(xml: string, tag: string, edit: (element: string) => string): string {
  const end = `</${tag}>`;
  const pieces = xml.split(end);
  const rest = pieces.pop() ?? '';
  const edited = pieces.map((piece) => {
    const start = Math.max(piece.lastIndexOf(`<${tag}>`), piece.lastIndexOf(`<${tag} `));
    return start < 0 ? piece + end : piece.slice(0, start) + edit(piece.slice(start) + end);
  });
  return edited.join('') + rest;
}

/** What is between the first beginning of an element without attributes and its end; undefined where there is none. */
export function insideOf(xml: string, tag: string): string | undefined {
  const start = xml.indexOf(`<${tag}>`);
  const end = xml.indexOf(`</${tag}>`, start);
  return start < 0 || end < 0 ? undefined : xml.slice(start + tag.length + 2, end);
}
