// A Confluence export as pages, comments and files: the tree of pages, links by title, labels, authors and dates.
import { blocksPlainText } from '../../../blocks/plain-text.ts';
import type { CommentItem, PageItem, ProblemItem } from '../../contract.ts';
import { cleanTitle } from '../../reading/entry-path.ts';
import { confluenceDate, type Entity, isArchived, isCurrent, readEntities } from './entities.ts';
import { type ConfluencePlaces, confluenceCommentAnchor, type StoragePage, storageBlocks } from './storage.ts';
import { unshownProblems } from './unshown-entities.ts';

export interface Attachment {
  /** where links find it */
  path: string;
  name: string;
  page: string;
  /** places in the export where it may lie, the best first; the folder ends in a slash */
  candidates: string[];
}

export interface Space {
  pages: PageItem[];
  attachments: Attachment[];
  problems: Omit<ProblemItem, 'type'>[];
}

/** Called in a worker. `at` names the file in problems. @throws MarkupFault */
export function readSpace(text: string, at: string): Space {
  const entities = readEntities(text);
  const reader = new SpaceReader(entities);
  const problems: Space['problems'] = [];
  if (!/<hibernate-generic/.test(text.slice(0, 5000)))
    return {
      pages: [],
      attachments: [],
      problems: [{ at, kind: 'unreadable', because: 'It is not an export of Confluence.' }],
    };
  if (!/<\/hibernate-generic>\s*$/.test(text.slice(-200)))
    problems.push({ at, kind: 'damaged', because: 'It ends too early; what could be read is kept.' });
  if (/[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(text))
    problems.push({ at, kind: 'encoding', because: 'It holds characters that XML does not allow; they were kept.' });
  return { ...reader.read(), problems: [...problems, ...unshownProblems(at, entities)] };
}

class SpaceReader {
  readonly #entities: Map<string, Entity[]>;
  readonly #bodies: Map<string, Entity>;
  readonly #users: Map<string, string>;
  readonly #spaces: Map<string, Entity>;
  readonly #shown: Entity[];
  readonly #properties: Map<string, Entity>;

  constructor(entities: Map<string, Entity[]>) {
    this.#entities = entities;
    this.#bodies = new Map(this.#all('BodyContent').map((body) => [body.values.content ?? '', body]));
    this.#users = new Map(this.#all('ConfluenceUserImpl').map(({ id, values }) => [id, values.name ?? '']));
    this.#spaces = new Map(this.#all('Space').map((space) => [space.id, space]));
    this.#properties = new Map(this.#all('ContentProperty').map((property) => [property.id, property]));
    this.#shown = [...this.#all('Page'), ...this.#all('BlogPost')].filter(
      (page) => isCurrent(page) || isArchived(page),
    );
  }

  read(): Omit<Space, 'problems'> {
    const attachments = this.#attachments();
    const places = this.#places();
    const tags = this.#tags();
    const comments = this.#comments(places);
    const pages = this.#shown.map((page) => this.#page(page, { places, tags, comments }));
    return { pages: [...this.#folders(), ...pages], attachments };
  }

  #all(name: string): Entity[] {
    return this.#entities.get(name) ?? [];
  }

  /** Spaces are folders when there are several; posts have one of their own. */
  #folders(): PageItem[] {
    const folders: PageItem[] = [];
    for (const space of this.#spaces.values()) {
      const inside = this.#shown.filter(({ values }) => values.space === space.id);
      const title = cleanTitle(space.values.name || space.values.key || 'Space');
      if (this.#spaces.size > 1 && inside.length)
        folders.push({ type: 'page', kind: 'folder', id: `space ${space.id}`, title });
    }
    const posts = this.#shown.some((one) => one.class === 'BlogPost');
    if (posts) folders.push({ type: 'page', kind: 'folder', id: 'posts', title: 'Blog' });
    return folders;
  }

  #keyOf({ values }: Entity): string {
    return this.#spaces.get(values.space ?? '')?.values.key?.trim() ?? '';
  }

  #pathOf(page: Entity): string {
    return `${this.#keyOf(page) || 'space'}/${(page.values.title ?? '').trim().replaceAll('/', '∕') || page.id}`;
  }

  #places(): ConfluencePlaces {
    const byTitle = new Map<string, { path: string; id: string }>();
    for (const page of this.#shown) {
      const title = (page.values.title ?? '').trim().toLowerCase();
      const place = { path: this.#pathOf(page), id: page.id };
      byTitle.set(`${this.#keyOf(page)}\n${title}`.toLowerCase(), place);
    }
    return {
      page: (title, key) => byTitle.get(`${key}\n${title.trim()}`.toLowerCase()),
      user: (id) => this.#users.get(id) || id,
    };
  }

  #page(
    page: Entity,
    known: { places: ConfluencePlaces; tags: Map<string, string[]>; comments: Map<string, CommentItem[]> },
  ): PageItem {
    const { id, values } = page;
    const { blocks, anchors, unsupported, marked } = this.#body(page, known.places);
    const author = this.#person(values, 'creator');
    const created = confluenceDate(values.creationDate);
    const updated = confluenceDate(values.lastModificationDate) ?? created;
    const parent = this.#parentOf(page);
    const tags = known.tags.get(id);
    // The words as they stand in the text are newer than those that the comment remembers.
    const comments = known.comments.get(id)?.map((said) => {
      const words = marked[said.at ?? '']?.trim();
      return words ? { ...said, quote: words } : said;
    });
    return {
      type: 'page',
      id,
      title: cleanTitle(values.title ?? ''),
      path: this.#pathOf(page),
      blocks,
      anchors,
      unsupported,
      ...(parent && { parent }),
      ...(author && { author }),
      ...(created && { created }),
      ...(updated && { updated }),
      ...(tags && { tags }),
      ...(comments && { comments }),
      ...propertiesOf({ ...(isArchived(page) && { status: 'archived' }), ...this.#spaceWords(page, known.places) }),
    };
  }

  /** Name and description of a space stand on its home page. */
  #spaceWords(page: Entity, places: ConfluencePlaces): Record<string, string> {
    const space = this.#spaces.get(page.values.space ?? '');
    if (!space) return {};
    const inside = this.#shown.filter(({ values }) => values.space === space.id);
    if ((inside.find(({ id }) => id === space.values.homePage) ?? inside[0]) !== page) return {};
    const id = space.values.description ?? '';
    const description = blocksPlainText(this.#body({ ...page, id }, places).blocks).trim();
    const name = this.#spaces.size > 1 ? '' : (space.values.name ?? '').trim();
    const isSaid = !name || name === page.values.title?.trim();
    if (isSaid && !description) return {};
    return { ...(!isSaid && { space: name }), ...(description && { description }) };
  }

  #body(entity: Entity, places: ConfluencePlaces): StoragePage {
    const body = this.#bodies.get(entity.id);
    const markup = body?.values.body ?? '';
    const isWiki = body?.values.bodyType?.trim() === '0' || !/^\s*<|<\/[a-z]/i.test(markup);
    return storageBlocks(markup, { places, page: entity.id, key: this.#keyOf(entity), isWiki });
  }

  /** Pages whose parent was not exported stand at the top of their space. */
  #parentOf({ class: name, values }: Entity): string | undefined {
    if (name === 'BlogPost') return 'posts';
    if (values.parent && this.#shown.some(({ id }) => id === values.parent)) return values.parent;
    return this.#spaces.size > 1 && values.space && this.#spaces.has(values.space)
      ? `space ${values.space}`
      : undefined;
  }

  #person(values: Entity['values'], role: 'creator'): string {
    return values[`${role}Name`]?.trim() || this.#users.get(values[role]?.trim() ?? '') || '';
  }

  #tags(): Map<string, string[]> {
    const labels = new Map(this.#all('Label').map((label) => [label.id, label]));
    const tags = new Map<string, string[]>();
    for (const { values } of this.#all('Labelling')) {
      const label = labels.get(values.label ?? '');
      // Labels of a person are their favourites.
      if (!label?.values.name || label.values.namespace === 'my') continue;
      const id = values.content || values.labelableId || '';
      tags.set(id, [...(tags.get(id) ?? []), label.values.name.trim()]);
    }
    return tags;
  }

  #comments(places: ConfluencePlaces): Map<string, CommentItem[]> {
    const found = new Map<string, CommentItem[]>();
    const all = this.#all('Comment').filter(isCurrent);
    const byId = new Map(all.map((comment) => [comment.id, comment]));
    const rootOf = (comment: Entity): string => {
      let at = comment;
      for (let steps = 0; steps < 100; steps++) {
        const above = byId.get(at.values.parent ?? '');
        if (!above) break;
        at = above;
      }
      return at.id;
    };
    const when = ({ values, id }: Entity): string => `${values.creationDate ?? ''} ${id.padStart(20, '0')}`;
    for (const comment of all.sort((a, b) => (when(a) < when(b) ? -1 : 1))) {
      const page = comment.values.owner || comment.values.containerContent || comment.values.content || '';
      const author = this.#person(comment.values, 'creator');
      const created = confluenceDate(comment.values.creationDate);
      const text = blocksPlainText(this.#body(comment, places).blocks);
      const who = { ...(author && { author }), ...(created && { created }) };
      const said = { text, thread: rootOf(comment), ...who, ...this.#about(comment) };
      found.set(page, [...(found.get(page) ?? []), said]);
    }
    return found;
  }

  /** The place in the text where a comment was made. */
  #about({ properties }: Entity): Pick<CommentItem, 'at' | 'quote' | 'resolved'> {
    const named = new Map(
      properties.map((id) => {
        const { name = '', stringValue = '' } = this.#properties.get(id)?.values ?? {};
        return [name.trim(), stringValue.trim()];
      }),
    );
    const [ref, quote] = [named.get('inline-marker-ref'), named.get('inline-original-selection')];
    return {
      ...(ref && { at: confluenceCommentAnchor(ref) }),
      ...(quote && { quote }),
      ...(named.get('status') === 'resolved' && { resolved: true }),
    };
  }

  #attachments(): Attachment[] {
    const shown = new Set(this.#shown.map(({ id }) => id));
    return this.#all('Attachment').flatMap((attachment) => {
      const { values, id } = attachment;
      const page = (values.containerContent || values.content || '').trim();
      const name = (values.fileName || values.title || '').trim().replaceAll('/', '∕');
      if (!isCurrent(attachment) || !shown.has(page) || !name) return [];
      const folder = `attachments/${page}/${id}/`;
      const version = (values.attachmentVersion || values.version || '1').trim();
      return [{ path: `${page}/${name}`, name, page, candidates: [`${folder}${version}`, folder] }];
    });
  }
}

const propertiesOf = (properties: Record<string, string>): Pick<PageItem, 'properties'> =>
  Object.keys(properties).length ? { properties } : {};
