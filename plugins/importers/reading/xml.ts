// Parts of spreadsheets as events: names without their prefixes, entities of XML only, nothing that a document declares.
import { MarkupParser } from '../../../core/files/markup-parser.ts';

export interface Handler {
  open?(name: string, attributes: Record<string, string>): void;
  text?(text: string): void;
  close?(name: string): void;
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Reads to the end, or until a handler throws. */
export function readXml(text: string, { open, text: said, close }: Handler): void {
  const parser = new MarkupParser(
    {
      onopentag: (name, attributes) => open?.(local(name), withLocalNames(attributes)),
      ontext: (part) => said?.(part),
      onclosetag: (name) => close?.(local(name)),
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(text);
}

function withLocalNames(attributes: Record<string, string>): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, value] of Object.entries(attributes)) {
    // `r:id` and `id` mean different things.
    found[name.startsWith('r:') ? name : local(name)] = value;
  }
  return found;
}
