// What people said of pages in the source: threads of comments where a plugin keeps them, and each of them once.
import { createHash } from 'node:crypto';
import { actorId, type Ctx } from '../../../core/kernel/context.ts';
import { walk } from '../../blocks/block.ts';
import { type PageRemarks, pageRemarks, type RemarkThread } from '../../pages/contract.ts';
import { workspaces } from '../../workspaces/contract.ts';
import type { CommentItem } from '../contract.ts';
import { threadsOf } from '../conversion/comments.ts';
import { isoDate } from '../conversion/front-matter.ts';
import { type KeptRemarks, keptRemarks } from '../store.ts';
import type { JobContext } from './job-context.ts';
import type { ItemBody, PlannedPage } from './plan.ts';

/** Remarks of one thread that are not here yet. */
export interface FreshThread extends Omit<RemarkThread, 'pageId'> {
  /** what each will be known by the next time */
  keys: string[];
}

/** Words, author and time: whatever the source says twice is counted. */
function keyOf({ text, author, created }: CommentItem, seen: Map<string, number>): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([author, created, text]))
    .digest('base64url')
    .slice(0, 16);
  const times = seen.get(hash) ?? 0;
  seen.set(hash, times + 1);
  return times ? `${hash}.${times}` : hash;
}

export class Remarks {
  readonly #run: JobContext;
  readonly #keeper: PageRemarks | undefined;
  #people: Promise<Map<string, number>> | undefined;

  constructor(run: JobContext) {
    this.#run = run;
    this.#keeper = run.ctx.app.contributions(pageRemarks)[0];
  }

  /** Takes the comments off an item that become threads; without somebody to keep them they stay with its text. */
  async take(page: PlannedPage, item: ItemBody): Promise<{ item: ItemBody; threads: FreshThread[] }> {
    const threads = threadsOf(item.comments);
    if (!threads.length) return { item, threads: [] };
    const { report, known } = this.#run;
    const count = threads.flat().length;
    if (!this.#keeper) {
      report.unsupported({ comment: count });
      return { item, threads: [] };
    }
    report.report.counts.comments += count;
    const { comments: _, ...rest } = item;
    const isHere = ['live', 'trashed'].includes(known.state(page.id));
    const kept = isHere ? keptRemarks(known.get(page.id)?.row) : {};
    return { item: rest as ItemBody, threads: await this.#fresh(threads, kept, item) };
  }

  async #fresh(threads: CommentItem[][], kept: KeptRemarks, item: ItemBody): Promise<FreshThread[]> {
    const seen = new Map<string, number>();
    const made: FreshThread[] = [];
    for (const said of threads) {
      const thread: FreshThread = { ...aboutOf(said[0] as CommentItem, item), follows: null, keys: [], remarks: [] };
      for (const comment of said) {
        const key = keyOf(comment, seen);
        if (kept[key]) thread.follows ??= kept[key].id;
        else await this.#remark(comment, key, thread);
      }
      if (thread.keys.length) made.push(thread);
    }
    return made;
  }

  /** One that is too long for one comment goes on in the next. */
  async #remark(comment: CommentItem, key: string, { keys, remarks }: FreshThread): Promise<void> {
    const { text, author = '', created } = comment;
    const authorId = await this.#personOf(author);
    const createdAt = isoDate(created);
    const whole = author && authorId === undefined ? `${author}: ${text.trim()}` : text.trim();
    for (const [index, part] of partsOf(whole, (this.#keeper as PageRemarks).longest).entries()) {
      keys.push(index ? `${key}/${index}` : key);
      remarks.push({ text: part, ...(authorId !== undefined && { authorId }), ...(createdAt && { createdAt }) });
    }
  }

  /** Only owners of the workspace may speak for others: anybody can write a file that says who said what. */
  async #personOf(author: string): Promise<number | undefined> {
    this.#people ??= this.#load();
    return (await this.#people).get(author.trim().toLowerCase());
  }

  async #load(): Promise<Map<string, number>> {
    const { ctx, job } = this.#run;
    const isOwner = await ctx.app.access.allows(ctx, { resource: 'workspace', role: 'owner' }, job.workspace_id);
    const members = await ctx.use(workspaces).members(ctx, job.workspace_id);
    const people = new Map<string, number>();
    const several = new Set<string>();
    for (const { user_id, full_name, email } of members) {
      if (!isOwner && user_id !== actorId(ctx)) continue;
      for (const name of [full_name, email].map((one) => one.trim().toLowerCase())) {
        if (people.has(name) && people.get(name) !== user_id) several.add(name);
        people.set(name, user_id);
      }
    }
    for (const name of [...several, '']) people.delete(name);
    return people;
  }
}

/** The block and the words that a thread is about, and whether that is settled. */
function aboutOf({ at, quote, resolved }: CommentItem, { anchors = {}, blocks = [] }: ItemBody) {
  const named = at === undefined ? undefined : anchors[at];
  const block = named && [...walk(blocks)].find(({ id }) => id === named);
  return { ...(block && { blockId: block.id }), ...(quote && { quote }), ...(resolved && { resolved }) };
}

/** Cut where a line or a word ends. */
function partsOf(text: string, longest: number): string[] {
  const parts: string[] = [];
  for (let rest = text; rest; ) {
    const head = rest.slice(0, longest);
    const end = rest.length <= longest ? -1 : Math.max(head.lastIndexOf('\n'), head.lastIndexOf(' '));
    const length = end > longest / 2 ? end : head.length;
    const part = rest.slice(0, length).toWellFormed();
    if (part.trim()) parts.push(part);
    rest = rest.slice(length);
  }
  return parts;
}

interface Waiting {
  pageId: number;
  threads: FreshThread[];
  kept: KeptRemarks;
}

/** Writes them in the transaction of their pages; returns what each page has now. */
export async function addRemarks(
  tx: Ctx,
  { id, workspace_id }: JobContext['job'],
  pages: Waiting[],
): Promise<KeptRemarks[]> {
  const threads = pages.flatMap(({ pageId, threads }) => threads.map((thread) => ({ pageId, ...thread })));
  const keeper = tx.app.contributions(pageRemarks)[0];
  const ids = threads.length && keeper ? await keeper.add(tx, workspace_id, threads) : [];
  return pages.map(({ threads, kept }) => {
    const made = threads.flatMap(({ keys }) => {
      const given = ids.shift() as number[];
      return keys.map((key, index) => [key, { id: given[index] as number, job: id }] as const);
    });
    return { ...kept, ...Object.fromEntries(made) };
  });
}
