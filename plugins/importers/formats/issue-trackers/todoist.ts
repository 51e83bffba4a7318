// A project of Todoist as its CSV has it: lines of sections, tasks and notes, where a task stands below one that is less indented.
import type { CommentItem, PropertyItem } from '../../contract.ts';
import { cleanTitle } from '../../reading/entry-path.ts';
import { UniqueIds } from '../../reading/unique-ids.ts';
import { isFields } from '../json/generic.ts';
import { type CsvBoardTable, jsonIn, parentsOf } from './csv-board.ts';
import { COMMON, type IssueBoard, type TrackerIssue } from './issue-database.ts';
import { fieldText } from './issue-fields.ts';

export const TODOIST_SIGNS = ['type', 'content', 'priority', 'indent'];

const PROPERTIES: PropertyItem[] = [{ id: 'due_words', name: 'Due (as written)', type: 'text' }];
/** What has a place of its own; other columns are properties by their names. */
const UNDERSTOOD = ['type', 'content', 'description', 'priority', 'indent', 'author', 'responsible', 'date'];

type Cells = (name: string) => string;

export function todoistBoard(id: string, title: string, { names, rows }: CsvBoardTable): IssueBoard {
  const keys = names.map((name) => name.toLowerCase());
  const own = names.filter((_, at) => !UNDERSTOOD.includes(keys[at] as string));
  const project = new Project(id, own);
  for (const row of rows)
    if (row.some((cell) => cell.trim())) project.add((name) => row[keys.indexOf(name)]?.trim() ?? '');
  const { issues, settings, sections } = project;
  const hasSections = issues.some(({ values }) => values.column);
  const spoken = [...project.spoken, ...(hasSections ? [] : sections)];
  return {
    ...{ id, title, issues, column: hasSections ? 'column' : 'priority' },
    properties: [
      { id: 'column', name: 'Section', type: 'select', options: sections.map((name) => ({ name })) },
      ...PROPERTIES,
      ...COMMON,
      ...parentsOf(id),
      ...own.map((name) => ({ id: name, name })),
    ],
    ...(spoken.length && { description: spoken.join('\n') }),
    ...(settings && { unsupported: { view_setting: settings } }),
  };
}

/** Lines in their order: what a line belongs to stands above it. */
class Project {
  readonly issues: TrackerIssue[] = [];
  /** notes of the project itself, and descriptions of sections */
  readonly spoken: string[] = [];
  /** also those without tasks */
  readonly sections: string[] = [];
  settings = 0;
  readonly #id: string;
  readonly #own: string[];
  readonly #ids = new UniqueIds();
  #section = '';
  #above: { indent: number; id: string }[] = [];
  #isInTask = false;

  constructor(id: string, own: string[]) {
    this.#id = id;
    this.#own = own;
  }

  add(cell: Cells): void {
    const type = cell('type').toLowerCase();
    if (type === 'meta') this.settings++;
    else if (type === 'section') this.#begin(cell);
    else if (type !== 'note') this.#task(cell);
    else if (this.#isInTask) this.issues.at(-1)?.comments?.push(commentOf(cell));
    else this.spoken.push([nameOf(cell('author')), noteText(cell('content'))].filter(Boolean).join(': '));
  }

  #begin(cell: Cells): void {
    this.#section = cell('content');
    if (this.#section && !this.sections.includes(this.#section)) this.sections.push(this.#section);
    this.#above = [];
    this.#isInTask = false;
    if (cell('description')) this.spoken.push(`${this.#section}: ${cell('description')}`);
  }

  #task(cell: Cells): void {
    // A task has no id: its words in its section are what stays of it from one export to the next.
    const task = taskOf(cell, this.#section, this.#ids.of(`${this.#section}/${cell('content')}`.slice(0, 500)));
    for (const name of this.#own) if (cell(name.toLowerCase())) task.values[name] = cell(name.toLowerCase());
    const indent = Number(cell('indent')) || 1;
    while ((this.#above.at(-1)?.indent ?? 0) >= indent) this.#above.pop();
    const parent = this.#above.at(-1);
    if (parent) task.values.parent = [`${this.#id}#${parent.id}`];
    this.#above.push({ indent, id: task.id });
    this.issues.push(task);
    this.#isInTask = true;
  }
}

/** People have their number behind their name. */
const nameOf = (said: string): string => said.replace(/\s*\(\d+\)$/, '');

const LABEL = /(?:^|\s)@([^\s@]+)/g;

function taskOf(cell: Cells, section: string, id: string): TrackerIssue {
  const content = cell('content');
  const words = content.replace(LABEL, '').trim();
  // A link or marks, which no title holds, stay in the text.
  const bare = words.replace(/\[([^\]\n]{1,500})\]\([^)\s]{1,2000}\)/g, '$1').replace(/\*\*|__|`/g, '');
  const title = cleanTitle(bare || content);
  const due = cell('date');
  const isDate = /^\d{4}-\d\d-\d\d/.test(due);
  const people = nameOf(cell('responsible'));
  const body = [...(title === words.replace(/\s+/g, ' ') || !words ? [] : [words]), cell('description')];
  return {
    ...{ id, title, comments: [], markdown: body.filter(Boolean).join('\n\n') },
    values: {
      ...{ column: section, priority: cell('priority') && `P${cell('priority')}`, reporter: nameOf(cell('author')) },
      assignee: people ? [people] : [],
      labels: [...content.matchAll(LABEL)].map(([, label]) => label),
      ...(due && (isDate ? { due } : { due_words: due })),
    },
  };
}

function commentOf(cell: Cells): CommentItem {
  const author = nameOf(cell('author'));
  const created = cell('date');
  return { text: noteText(cell('content')), ...(author && { author }), ...(created && { created }) };
}

/** A file of a note is JSON behind its words; its name and address are kept. */
function noteText(content: string): string {
  return content.replace(/\[\[file\s*(\{[\s\S]*?\})\]\]/g, (whole, json: string) => {
    const file = jsonIn(json);
    return isFields(file)
      ? [fieldText(file.file_name), fieldText(file.file_url)].filter(Boolean).join(' ') || whole
      : whole;
  });
}
