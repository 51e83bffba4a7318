// What the code says of what extensions use: the first sentence above each service, each point and each member of `ctx`.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Sentences by name. */
export interface AuthorDocs {
  services: Record<string, string>;
  points: Record<string, string>;
  /** members of `ctx`, in their order */
  context: Record<string, string>;
}

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Where a package has them, whose code comes without comments. */
export const SHIPPED_DOCS = 'author-docs.json';

const COMMENT = String.raw`/\*\*((?:(?!\*/)[\s\S])*)\*/\s*`;
const TOKEN = /export const \w+: (Service|Point)<(?:(?!\nexport )[\s\S])*?\s(?:service|point)\(\s*'([\w.-]+)'/g;
const MEMBER = new RegExp(`${COMMENT}(?:readonly )?(\\w+)(?:<[\\w, ]+>)?[:(]`, 'g');

/** `/** Finds pages. @throws Problem *\/` → `Finds pages.` */
function sentenceOf(comment = ''): string {
  const text =
    comment
      .replace(/\s*\n\s*\* ?/g, ' ')
      .split('@')[0]
      ?.trim() ?? '';
  const first = /^.*?[.!?](?=\s+[A-Z]|$)/.exec(text)?.[0] ?? text;
  const whole = first && !/[.!?]$/.test(first) ? `${first}.` : first;
  return whole.charAt(0).toUpperCase() + whole.slice(1);
}

const sourcesBelow = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/(^|\/)client\//.test(name))
    .map((name) => readFileSync(join(root, folder, name), 'utf8'));

/** The comment that ends right before a place of a text. */
const commentBefore = (text: string, at: number): string | undefined =>
  /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*$/.exec(text.slice(0, at))?.[1];

/** What says nothing itself is what its type says that it is. */
function commentOf(text: string, token: RegExpExecArray): string | undefined {
  const type = /^export const \w+: (?:Service|Point)<(\w+)>/.exec(token[0])?.[1];
  const declared = type ? text.search(new RegExp(`export (?:interface|type) ${type}\\b`)) : -1;
  return commentBefore(text, token.index) ?? (declared < 0 ? undefined : commentBefore(text, declared));
}

/** Reads the sources, which have to be there. */
export function readSources(): AuthorDocs {
  const docs: AuthorDocs = { services: {}, points: {}, context: {} };
  for (const text of ['core', 'plugins'].flatMap(sourcesBelow))
    for (const token of text.matchAll(TOKEN))
      docs[token[1] === 'Service' ? 'services' : 'points'][token[2] as string] = sentenceOf(commentOf(text, token));
  const context = readFileSync(join(root, 'core/kernel/context.ts'), 'utf8');
  const members = /export interface Ctx \{\n([\s\S]*?)\n\}/.exec(context)?.[1] ?? '';
  for (const [, comment, name = ''] of members.matchAll(MEMBER)) docs.context[name] = sentenceOf(comment);
  return docs;
}

let known: AuthorDocs | undefined;

/** They are read once, when somebody asks for them. */
export function authorDocs(): AuthorDocs {
  const shipped = join(root, SHIPPED_DOCS);
  known ??= existsSync(shipped) ? (JSON.parse(readFileSync(shipped, 'utf8')) as AuthorDocs) : readSources();
  return known;
}
