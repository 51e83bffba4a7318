// Where a field of a word processor leads, as its instruction says it.

/** `HYPERLINK "address" \l "place"`; other fields have what they last said. */
export function fieldAddress(instruction: string): string {
  const rest = /^\s*HYPERLINK\s+(.*)$/is.exec(instruction)?.[1];
  if (rest === undefined) return '';
  let address = '';
  let place = '';
  let key = '';
  for (const [, quoted, word = ''] of rest.matchAll(/"([^"]*)"|([^\s"]+)/g)) {
    if (quoted === undefined && word.startsWith('\\')) key = word;
    else if (key === '\\l') [place, key] = [quoted ?? word, ''];
    // Words of a tip, and the name of a window.
    else if (key === '\\o' || key === '\\t') key = '';
    else address ||= quoted ?? word;
  }
  return place ? `${address}#${place}` : address;
}

/** Whether a link says something where one points at it. */
export const hasLinkTip = (instruction: string): boolean => /^\s*HYPERLINK\s.*\\o\s*"[^"]/is.test(instruction);
