// Contract 4 once more, over plain objects and walked page by page: what the product's answers are compared with.
import { type Role, roles } from '../../core/http/route.ts';

export type Type = 'inherit' | 'restricted' | 'private';

export interface ModelPage {
  id: number;
  parent: number | null;
  creator: string;
  type: Type;
  people: Map<string, Role>;
  groups: Map<number, Role>;
  /** the page whose deletion took this one */
  deletedWith: number | null;
  /** of a database: what its rows give to whom they name, and to who made them */
  rules?: Map<'named' | 'makers', Role>;
  /** of a row */
  names?: Set<string>;
}

const highest = (all: (Role | null)[]): Role | null => roles.toReversed().find((role) => all.includes(role)) ?? null;

export class Model {
  readonly pages = new Map<number, ModelPage>();
  readonly members = new Map<string, Role>();
  readonly groups = new Map<number, Set<string>>();
  readonly admins: Set<string>;

  constructor(members: Record<string, Role>, admins: string[]) {
    for (const [name, role] of Object.entries(members)) this.members.set(name, role);
    this.admins = new Set(admins);
  }

  page(id: number): ModelPage {
    return this.pages.get(id) as ModelPage;
  }

  /** the page and its ancestors, nearest first */
  up(id: number): ModelPage[] {
    const found: ModelPage[] = [];
    for (let at: number | null = id; at !== null; at = this.page(at).parent) found.push(this.page(at));
    return found;
  }

  below(id: number): ModelPage[] {
    return [...this.pages.values()].filter((page) => this.up(page.id).some((one) => one.id === id));
  }

  #groupRoles(who: string, page: ModelPage): Role[] {
    return [...page.groups].filter(([group]) => this.groups.get(group)?.has(who)).map(([, role]) => role);
  }

  /** in the trash or not */
  role(who: string, id: number): Role | null {
    const workspace = this.members.get(who) ?? null;
    if (this.admins.has(who) || workspace === 'owner') return 'owner';
    const up = this.up(id);
    const isGuest = up.some((page) => page.people.has(who) || this.#groupRoles(who, page).length);
    if (!workspace && !isGuest) return null;
    const byRule: (Role | null)[] = [];
    for (const [at, page] of up.entries()) {
      if (workspace) byRule.push(this.#ruleRole(who, page, up[at - 1]));
      const end = this.#endAt(who, page);
      if (end !== undefined) return highest([end, ...byRule]);
    }
    return highest([workspace, ...byRule]);
  }

  /** undefined: the way up goes on */
  #endAt(who: string, page: ModelPage): Role | null | undefined {
    const own = page.people.get(who);
    if (own) return own;
    if (page.type === 'private') return page.creator === who ? 'owner' : null;
    const lowest = roles.find((role) => this.#groupRoles(who, page).includes(role));
    return lowest ?? (page.type === 'restricted' ? null : undefined);
  }

  /** What a database gives by the row through which the way came; without one it is there for those with a row. */
  #ruleRole(who: string, { id, rules }: ModelPage, row?: ModelPage): Role | null {
    const given = (one: ModelPage) =>
      highest([
        (one.names?.has(who) && rules?.get('named')) || null,
        (one.names && one.creator === who && rules?.get('makers')) || null,
      ]);
    if (row) return given(row);
    const rows = [...this.pages.values()].filter(
      (one) => one.parent === id && one.type === 'inherit' && one.deletedWith === null,
    );
    return rows.some(given) ? 'viewer' : null;
  }

  reads = (who: string, id: number): boolean => this.page(id).deletedWith === null && this.role(who, id) !== null;

  /** In the trash, and what belongs to it is left to owners, and to who may write unless it had rights of its own. */
  isLeft(who: string, id: number): boolean {
    const role = this.admins.has(who) ? 'owner' : this.members.get(who);
    if (this.page(id).deletedWith === null) return false;
    const isOpen = this.up(id).every(({ type, people, groups }) => type === 'inherit' && !people.size && !groups.size);
    return role === 'owner' || (role === 'editor' && isOpen);
  }

  readable = (who: string): number[] =>
    [...this.pages.keys()].filter((id) => this.reads(who, id)).sort((a, b) => a - b);

  leave(who: string): void {
    this.members.delete(who);
    for (const group of this.groups.values()) group.delete(who);
    for (const page of this.pages.values()) page.people.delete(who);
  }

  setType(id: number, type: Type, by: string): void {
    const page = this.page(id);
    if (page.type === type) return;
    page.type = type;
    if (type === 'private') {
      page.groups.clear();
      page.rules?.clear();
    }
    page.people.set(by, 'owner');
  }

  trash(id: number): void {
    for (const page of this.below(id)) page.deletedWith ??= id;
  }

  /** At the top, when the parent is in the trash: with the rights that the page had below it. */
  restore(id: number): void {
    const page = this.page(id);
    for (const one of this.below(id)) if (one.deletedWith === id) one.deletedWith = null;
    if (page.parent !== null && this.page(page.parent).deletedWith !== null) this.#toTop(page);
  }

  #toTop(page: ModelPage): void {
    const up = this.up(page.id);
    const end = up.findIndex(({ type }) => type !== 'inherit');
    for (const above of end < 0 ? up : up.slice(0, end + 1)) {
      for (const [who, role] of above.people) if (!page.people.has(who)) page.people.set(who, role);
      for (const [group, role] of above.groups) if (!page.groups.has(group)) page.groups.set(group, role);
    }
    page.type = up[end]?.type ?? 'inherit';
    page.parent = null;
  }

  /** What had gone into the trash by itself before stays there. */
  remove(id: number): void {
    for (const page of this.below(id))
      if (page.id !== id && page.deletedWith === page.id && this.below(id).includes(page)) this.#toTop(page);
    for (const { id: one } of this.below(id)) this.pages.delete(one);
  }
}
