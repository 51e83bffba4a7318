// Fields of the JSON of trackers as texts and names, and what of a card is said in lines of Markdown.
import { isFields, type JsonFields } from '../json/generic.ts';

export const list = (value: unknown): JsonFields[] =>
  (Array.isArray(value) ? value : isFields(value) ? Object.values(value) : []).filter(isFields);
export const fieldText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
export const fieldName = (value: unknown): string =>
  isFields(value) ? fieldText(value.name ?? value.fullName ?? value.displayname) : '';
export const instantFromSeconds = (seconds: unknown): string =>
  seconds ? new Date(Number(seconds) * 1000).toISOString() : '';

/** Words of a card as one line of Markdown in which they mean nothing but themselves. */
export const plainLine = (words: string): string => words.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>#]/g, '\\$&');

/** A line of a list that leads to an attachment; one that has no address is said by its name. */
export function attachmentLine(name: string, url: string): string {
  const address = url.replace(/[<>\s]/g, encodeURIComponent);
  const words = plainLine(name || url);
  return address ? `- [${words}](<${address}>)` : `- ${words}`;
}

export const column = (stacks: { name: string }[]) => ({
  ...{ id: 'column', name: 'Column', type: 'select' as const },
  options: stacks.map(({ name }) => ({ name })),
});

const ADDRESS = /^https?:\/\/[^\s<>]+$/;

/** What no column stands for, as one list of names and values; none where nothing is said. */
export function remarkList(said: Record<string, string | string[]>): string[] {
  const lines = Object.entries(said).flatMap(([name, given]) => {
    const values = [given].flat().filter(Boolean);
    const words = values.map((value) => (ADDRESS.test(value) ? `<${value}>` : plainLine(value)));
    return words.length ? [`- ${name}: ${words.join(', ')}`] : [];
  });
  return lines.length ? [lines.join('\n')] : [];
}

/** Names that are described somewhere, as a description of the database that has them: "milestone Spring: what is due". */
export const describedNames = (kind: string, described: Map<string, string>): string[] =>
  [...described].filter(([, text]) => text).map(([name, text]) => `${kind} ${name}: ${text}`);
