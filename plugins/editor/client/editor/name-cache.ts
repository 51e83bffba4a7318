// Titles of linked pages, names of people and addresses of files, as blocks show them; titles are asked for when unknown.

import type { PageEvent } from '../../../../core/client/page-events.ts';
import { send } from '../../../../core/client/request.ts';
import { frameAddress } from '../../../blocks/link-address.ts';
import { knownOwn } from '../slash-menu/emoji-list.ts';
import type { PageData, ShownEmoji, ShownFile } from './page-data.ts';

const ASK_AFTER_MS = 50;
/** Changes come in bursts while somebody writes. */
const AFTER_CHANGES_MS = 1_000;
const MOST_IDS = 200;
/** When to ask for what somebody else has just put in: it may be read once the page says so. */
const LEARN_AFTER_MS = [0, 3_000, 12_000];

export class NameCache {
  readonly #pages: Map<number, string | null>;
  readonly #users: Map<number, string>;
  readonly #files: Map<number, ShownFile>;
  readonly #emoji: Map<string, ShownEmoji>;
  readonly #wanted = new Set<number>();
  readonly #listeners = new Set<() => void>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #learnt = new Set<string>();
  /** others write this page, too: what is unknown may be theirs, and is asked for */
  isShared = false;

  /** the pages above this one, outermost first */
  readonly trail: PageData['names']['trail'];
  readonly #hosts: string[];

  constructor({ pages, users, files, emoji, trail, hosts }: PageData['names']) {
    this.trail = trail;
    this.#hosts = hosts;
    const byId = <T>(record: Record<string, T> = {}) =>
      new Map(Object.entries(record).map(([id, value]) => [Number(id), value]));
    this.#pages = byId<string | null>(pages);
    this.#users = byId(users);
    this.#files = byId(files);
    this.#emoji = new Map(Object.entries(emoji ?? {}));
  }

  /** Title of a page; null when it is hidden or gone, undefined while it is asked for. */
  page(id: number): string | null | undefined {
    const known = this.#pages.get(id);
    if (known === undefined) this.#ask(id);
    return known;
  }

  user(id: number): string | undefined {
    const known = this.#users.get(id);
    if (known === undefined)
      void this.#learn<{ full_name: string }>(`/api/v2/users/${id}`, ({ full_name }) => this.addUser(id, full_name));
    return known;
  }

  file(id: number): ShownFile | undefined {
    const known = this.#files.get(id);
    if (!known)
      void this.#learn<{ url: string; name: string; mime: string }>(`/api/v2/files/${id}`, ({ url, name, mime }) =>
        this.addFile(id, { href: url, name, mime }),
      );
    return known;
  }

  async #learn<T>(path: string, take: (found: T) => void): Promise<void> {
    if (!this.isShared || this.#learnt.has(path)) return;
    this.#learnt.add(path);
    for (const wait of LEARN_AFTER_MS) {
      await new Promise((resolve) => setTimeout(resolve, wait));
      try {
        take(await send<T>('GET', path));
        return this.#tell();
      } catch {
        // Not to be seen yet, or never.
      }
    }
  }

  /** What may be shown inside the page for an address, null when nothing may. */
  frame(url: string): string | null {
    return frameAddress(url, this.#hosts);
  }

  emoji(name: string): ShownEmoji | undefined {
    const own = knownOwn(name);
    return this.#emoji.get(name) ?? (own && { href: own.url });
  }

  addEmoji(name: string, href: string): void {
    this.#emoji.set(name, { href });
  }

  addPage(id: number, title: string): void {
    this.#pages.set(id, title);
    this.#tell();
  }

  addUser(id: number, name: string): void {
    this.#users.set(id, name);
  }

  addFile(id: number, file: ShownFile): void {
    this.#files.set(id, file);
  }

  /** Runs after names have changed; returns how to stop that. */
  watch(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Asks anew for all titles on the page: others may have renamed a page meanwhile. */
  refresh(): void {
    for (const id of this.#pages.keys()) this.#ask(id);
  }

  /** Somebody has changed a page, perhaps its name; null: anything may have happened. */
  hear(event: PageEvent | null): void {
    if (!event) this.refresh();
    const { type, id, page_id = id } = event ?? { type: '', id: 0 };
    if (/^(?:page|collection)\./.test(type) && this.#pages.has(page_id)) this.#ask(page_id, AFTER_CHANGES_MS);
  }

  #ask(id: number, after = ASK_AFTER_MS): void {
    this.#wanted.add(id);
    this.#timer ??= setTimeout(() => this.#fetch(), after);
  }

  async #fetch(): Promise<void> {
    const ids = [...this.#wanted].slice(0, MOST_IDS);
    for (const id of ids) this.#wanted.delete(id);
    this.#timer = this.#wanted.size ? setTimeout(() => this.#fetch(), ASK_AFTER_MS) : undefined;
    try {
      const { titles } = await send<{ titles: Record<string, string> }>('GET', `/board/api/wiki/titles?ids=${ids}`);
      for (const id of ids) this.#pages.set(id, titles[id] ?? null);
      this.#tell();
    } catch {
      // Titles stay as they were; the next visit asks again.
    }
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
