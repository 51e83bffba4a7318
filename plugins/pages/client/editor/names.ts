// Titles of linked pages, names of people and addresses of files, as blocks show them; titles are asked for when unknown.
import { send } from '../../../../core/client/request.ts';
import { isEmbeddable } from '../../blocks/address.ts';
import { knownOwn } from './emoji-list.ts';
import type { PageData, ShownFile } from './page-data.ts';

const ASK_AFTER_MS = 50;
const MOST_IDS = 200;

export class Names {
  readonly #pages: Map<number, string | null>;
  readonly #users: Map<number, string>;
  readonly #files: Map<number, ShownFile>;
  readonly #emoji: Map<string, string>;
  readonly #wanted = new Set<number>();
  readonly #listeners = new Set<() => void>();
  #timer: ReturnType<typeof setTimeout> | undefined;

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
    return this.#users.get(id);
  }

  file(id: number): ShownFile | undefined {
    return this.#files.get(id);
  }

  /** Whether something of this address may be shown inside the page. */
  mayEmbed(url: string): boolean {
    return isEmbeddable(url, this.#hosts);
  }

  /** Address of the picture of one of the workspace's own. */
  emoji(name: string): string | undefined {
    return this.#emoji.get(name) ?? knownOwn(name)?.url;
  }

  addEmoji(name: string, href: string): void {
    this.#emoji.set(name, href);
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

  #ask(id: number): void {
    this.#wanted.add(id);
    this.#timer ??= setTimeout(() => this.#fetch(), ASK_AFTER_MS);
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
