// Wakes up databases in a page, and asks for one: their code lies in a plugin of its own, and the page says where.

export interface DatabaseReference {
  collectionId: number;
  viewId?: number | null;
}

interface Reader {
  user: string;
  userName: string;
  signal: AbortSignal;
  naming?: HTMLInputElement;
}

export interface ChosenTemplate {
  /** key of a built-in one, or the name of one that somebody keeps */
  template: string;
  name: string;
}

/** Asked where an empty database stands in a text that is being written: it is to begin from a template. */
export const TEMPLATE_WANTED = 'databasetemplate';

export interface TemplateRequest {
  pageId: number;
  workspaceId: number;
  name: string;
}

interface Databases {
  mount(place: HTMLElement, named: DatabaseReference, reader: Reader): Promise<void>;
  choose(place: { id: number; workspaceId: number }): Promise<DatabaseReference | null>;
  chooseTemplate(place: { workspaceId: number }): Promise<ChosenTemplate | null>;
}

/** Fields in which the names of databases are written that are about to be shown, by their ids. */
const naming = new Map<number, HTMLInputElement>();

/** Once this database is shown, its name goes on being written there. */
export const nameThere = (collectionId: number, field: HTMLInputElement): void => void naming.set(collectionId, field);

const source = (): DOMStringMap | undefined => document.querySelector<HTMLElement>('[data-databases]')?.dataset;

async function code({ databases = '', messages = '', styles = '' }: DOMStringMap): Promise<Databases> {
  if (!document.querySelector(`link[href="${styles}"]`)) {
    const sheet = document.createElement('link');
    Object.assign(sheet, { rel: 'stylesheet', href: styles });
    document.head.append(sheet);
  }
  await import(messages);
  return import(databases);
}

/** Where there is no such code, the place stays as it is. */
export async function wakeDatabase(place: HTMLElement, named: DatabaseReference, signal: AbortSignal): Promise<void> {
  const from = source();
  if (!from) return;
  const { mount } = await code(from);
  if (signal.aborted) return;
  const field = naming.get(named.collectionId);
  naming.delete(named.collectionId);
  await mount(place, named, { user: from.user ?? '', userName: from.userName ?? '', signal, naming: field });
}

/** Those that readers see, in place of what the server has written of them. */
export function wakeAll(): void {
  const { signal } = new AbortController();
  for (const place of document.querySelectorAll<HTMLElement>('[data-inline-database]')) {
    const { inlineDatabase, view } = place.dataset;
    const named = { collectionId: Number(inlineDatabase), viewId: Number(view) || null };
    // Without a connection the rows stay as they were read.
    wakeDatabase(place, named, signal).catch(() => undefined);
  }
}

/** Asks which one goes into the page; null: none. */
export async function chooseDatabase(place: { id: number; workspaceId: number }): Promise<DatabaseReference | null> {
  const from = source();
  return from ? (await code(from)).choose(place) : null;
}

/** Asks which template a new one begins from; null: none. */
export async function chooseDatabaseTemplate(place: { workspaceId: number }): Promise<ChosenTemplate | null> {
  const from = source();
  return from ? (await code(from)).chooseTemplate(place) : null;
}
