// The components of an iCalendar file as a tree, however badly they are nested or ended.
import { type ContentLine, readLines } from './line.ts';

export interface Component {
  /** in capital letters, e.g. "VEVENT" */
  name: string;
  lines: ContentLine[];
  parts: Component[];
  /** of its first line */
  number: number;
}

/** What could not be read, as a sentence about one line. */
export interface CalendarProblem {
  line: number;
  /** what it is about, e.g. "DTSTART" */
  item: string;
  reason: string;
}

/** Deeper ones are read as if they stood beside each other. */
const DEPTH = 8;

export function readComponents(text: string): { root: Component; problems: CalendarProblem[] } {
  const { lines, broken } = readLines(text);
  const problems = broken.map((line) => ({ line, item: 'line', reason: 'is no line of a calendar' }));
  const root: Component = { name: '', lines: [], parts: [], number: 0 };
  const open = [root];
  for (const line of lines) {
    const name = line.value.trim().toUpperCase();
    const current = open.at(-1) as Component;
    if (line.name === 'BEGIN') {
      const part: Component = { name, lines: [], parts: [], number: line.number };
      current.parts.push(part);
      if (open.length < DEPTH) open.push(part);
    } else if (line.name === 'END') {
      const at = open.findLastIndex((one) => one.name === name);
      for (const one of at > 0 ? open.splice(at).slice(1) : []) problems.push(endless(one));
      if (at <= 0) problems.push({ line: line.number, item: name, reason: 'ends but did not begin' });
    } else current.lines.push(line);
  }
  problems.push(...open.slice(1).map(endless));
  return { root, problems };
}

const endless = ({ name, number }: Component): CalendarProblem => ({
  line: number,
  item: name,
  reason: 'does not end',
});

/** All components of a name, at any depth. */
export const componentsNamed = (component: Component, name: string): Component[] =>
  component.parts.flatMap((part) => (part.name === name ? [part] : componentsNamed(part, name)));

export const componentLine = ({ lines }: Component, name: string): ContentLine | undefined =>
  lines.find((line) => line.name === name);
