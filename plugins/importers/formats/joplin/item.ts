// One item of Joplin's raw export: its text, and behind it what Joplin knows of it, a line for each.

export const JOPLIN_TYPES = { note: '1', folder: '2', resource: '4', tag: '5', noteTag: '6', revision: '13' } as const;

export interface JoplinItem {
  title: string;
  body: string;
  /** `id`, `type_`, `parent_id`, `created_time`… */
  about: Record<string, string>;
}

/** Undefined when the text is no item. */
export function readJoplin(text: string): JoplinItem | undefined {
  const lines = text.replace(/\r\n?/g, '\n').trimEnd().split('\n');
  const about: Record<string, string> = {};
  let at = lines.length - 1;
  for (; at >= 0; at--) {
    const line = /^([a-z_]+):(?: (.*)|)$/.exec(lines[at] as string);
    if (!line) break;
    about[line[1] as string] = line[2] ?? '';
  }
  if (!about.id || !about.type_) return undefined;
  const [title = '', ...rest] = lines.slice(0, at + 1);
  return { title, body: rest.join('\n').trim(), about };
}
