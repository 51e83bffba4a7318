// Trackers of issues: Jira (CSV, XML, JSON), Asana (CSV, JSON), ClickUp, Linear and Todoist (CSV), GitHub, GitLab, Gitea and Forgejo,
// Trello, Nextcloud Deck, Redmine.
import type { Importer, Item, SourceEntry } from '../../contract.ts';
import { plainWords } from '../../conversion/plain-words.ts';
import { fileItems } from '../../items/note-item.ts';
import { pathEnding, stemOf } from '../../reading/entry-path.ts';
import { isFields } from '../json/generic.ts';
import { asanaJsonBoard, isAsanaJson } from './asana-json.ts';
import { trackerCsv } from './csv-trackers.ts';
import { deckBoards, isDeck } from './deck.ts';
import { forgeBoard } from './github-gitlab-gitea.ts';
import { boardItems, type IssueBoard } from './issue-database.ts';
import { isJiraXml, jiraXml } from './jira.ts';
import { isJiraJson, jiraJsonBoard } from './jira-json.ts';
import { isRedmine, redmineBoard } from './redmine.ts';
import { isTrello, trelloBoard } from './trello.ts';

const importer: Importer = {
  kind: 'importer',
  name: 'issues',
  title: 'Issue trackers (Jira, GitHub, GitLab, Gitea, Trello, Redmine, Asana, ClickUp, Linear, Todoist)',
  accepts: ['.json', '.ndjson', '.csv', '.xml', '.zip', 'folder'],
  async *read(source) {
    const others: SourceEntry[] = [];
    for await (const entry of source.entries())
      if (['.json', '.ndjson', '.csv', '.xml'].includes(pathEnding(entry.path))) yield* trackerItems(entry);
      else others.push(entry);
    yield* fileItems(others);
  },
};

export default importer;

async function* trackerItems(entry: SourceEntry): AsyncGenerator<Item> {
  const text = await entry.text();
  const title = stemOf(entry.path);
  const ending = pathEnding(entry.path);
  if (ending === '.xml') return yield* xmlItems(entry, title, text);
  if (ending === '.csv') {
    const table = trackerCsv(entry.path, title, text);
    if (!table) return yield problem(entry, 'It is not a table of issues: no tracker that is known has such columns.');
    const { board, isOpen } = table;
    if (isOpen) yield { type: 'problem', at: entry.path, kind: 'cut_off', because: 'The file ends within a record.' };
    return yield* boardItems(board);
  }
  const { value, cut } = ending === '.ndjson' ? linesIn(text) : documentIn(text);
  if (cut) yield problem(entry, cut);
  const { boards, beside } = value === undefined ? { boards: [], beside: [] } : boardsWithin(entry.path, title, value);
  if (value !== undefined && !boards.length) yield problem(entry, 'It holds no issues of a tracker that is known.');
  if (beside.length) {
    const because = `What it holds beside its issues was left out: ${beside.join(', ').slice(0, 300)}.`;
    yield { type: 'problem', at: entry.path, kind: 'left_out', because };
  }
  for (const board of boards) yield* boardItems(board);
}

const problem = ({ path }: SourceEntry, because: string): Item => ({
  type: 'problem',
  at: path,
  kind: 'unreadable',
  because,
});

interface Read {
  value?: unknown;
  /** why not all of it could be read */
  cut?: string;
}

function documentIn(text: string): Read {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    return { cut: `It is no JSON: ${(error as Error).message.slice(0, 300)}.` };
  }
}

/** Good lines count, whatever the others are. */
function linesIn(text: string): Read {
  const lines = text.split(/\r?\n/).filter((line) => line.trim());
  const read = lines.map(documentIn);
  const bad = read.findIndex(({ cut }) => cut !== undefined);
  return {
    value: read.flatMap(({ value }) => (value === undefined ? [] : [value])),
    ...(bad >= 0 && { cut: `Line ${bad + 1}: ${read[bad]?.cut}` }),
  };
}

interface Found {
  boards: IssueBoard[];
  /** names of what stands beside them in what is wrapped around them */
  beside: string[];
}

/** More than an answer inside an envelope nobody makes. */
const WRAPPINGS = 2;

/** Interfaces and scripts often wrap what a tracker says into one more object or list, or two. */
function boardsWithin(id: string, title: string, value: unknown, depth = 0): Found {
  const boards = boardsIn(id, title, value);
  if (boards.length || depth === WRAPPINGS || typeof value !== 'object' || value === null)
    return { boards, beside: [] };
  const named = (key: string) => (Array.isArray(value) ? `${title} ${Number(key) + 1}` : key);
  const inner = Object.entries(value).map(([key, one]) => {
    return { key, one, ...boardsWithin(`${id}#${key}`, named(key), one, depth + 1) };
  });
  const found = inner.filter((part) => part.boards.length);
  // What is wrapped alone is the document itself.
  const [only] = found;
  const isAlone = only && found.length === 1;
  return {
    boards: isAlone ? boardsWithin(id, title, only.one, depth + 1).boards : found.flatMap((part) => part.boards),
    beside: found.length
      ? inner.flatMap(({ key, one, boards: own, beside }) =>
          own.length ? beside.map((name) => `${key}.${name}`) : isMore(one) ? [key] : [],
        )
      : [],
  };
}

const isMore = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;

function boardsIn(id: string, title: string, value: unknown): IssueBoard[] {
  if (isTrello(value)) return [trelloBoard(id, title, value)];
  if (isDeck(value)) return deckBoards(value);
  if (isJiraJson(value)) return [jiraJsonBoard(id, title, value)];
  if (isAsanaJson(value)) return [asanaJsonBoard(id, title, value)];
  if (isRedmine(value)) return [redmineBoard(id, title, value)];
  const all = issuesIn(value);
  const board = all.length ? forgeBoard(id, title, all) : undefined;
  return board ? [board] : [];
}

/** Issues themselves, or what payloads and recorded answers wrap around them. */
function issuesIn(value: unknown) {
  const all = Array.isArray(value) ? value : [value];
  return all.filter(isFields).flatMap((one) => {
    if (isFields(one.issue)) return [one.issue];
    if (Array.isArray(one.examples))
      return one.examples.filter(isFields).flatMap(({ issue }) => (isFields(issue) ? [issue] : []));
    if (Array.isArray(one.issues)) return one.issues.filter(isFields);
    return 'title' in one && 'state' in one ? [one] : [];
  });
}

async function* xmlItems(entry: SourceEntry, title: string, text: string): AsyncGenerator<Item> {
  if (!isJiraXml(text)) return yield problem(entry, 'It is not a list of Jira issues.');
  const { htmlToBlocks } = await import('../../conversion/html/read.ts');
  const { board, bodies, whole } = jiraXml({ id: entry.path, title, source: text }, (markup) =>
    plainWords(htmlToBlocks(markup).blocks),
  );
  if (!whole) yield { type: 'problem', at: entry.path, kind: 'cut_off', because: 'The file ends before its end.' };
  const issues = board.issues.map((issue) => {
    const body = htmlToBlocks(bodies.get(issue) ?? '');
    return { ...issue, ...body, unsupported: { ...body.unsupported, ...issue.unsupported } };
  });
  yield* boardItems({ ...board, issues });
}
