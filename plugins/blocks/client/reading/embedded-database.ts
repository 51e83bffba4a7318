// Wakes up databases in a page, and asks for one: their code lies in a plugin of its own, and the page says where.

export interface DatabaseReference {
  collectionId: number;
  viewId?: number | null;
}

interface Reader {
  user: string;
  userName: string;
  signal: AbortSignal;
}

interface Databases {
  mount(place: HTMLElement, named: DatabaseReference, reader: Reader): Promise<void>;
  choose(place: { id: number; workspaceId: number }): Promise<DatabaseReference | null>;
}

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
  if (!signal.aborted) await mount(place, named, { user: from.user ?? '', userName: from.userName ?? '', signal });
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
