// Wakes up databases in a page: their code lies in a plugin of its own, and the page says where.

export interface Woken {
  collectionId: number;
  viewId: number | null;
  /** ends what it listens to */
  signal: AbortSignal;
}

interface Databases {
  mount(place: HTMLElement, woken: Woken & { user: string; userName: string }): Promise<void>;
}

/** Without the code, or without a connection, the place stays as it is. */
export function wakeDatabase(place: HTMLElement, woken: Woken): void {
  const source = document.querySelector<HTMLElement>('[data-databases]');
  if (source) void wake(place, woken, source).catch(() => undefined);
}

async function wake(place: HTMLElement, woken: Woken, { dataset }: HTMLElement): Promise<void> {
  const { databases = '', messages = '', styles = '', user = '', userName = '' } = dataset;
  if (!document.querySelector(`link[href="${styles}"]`)) {
    const sheet = document.createElement('link');
    Object.assign(sheet, { rel: 'stylesheet', href: styles });
    document.head.append(sheet);
  }
  await import(messages);
  const code: Databases = await import(databases);
  if (!woken.signal.aborted) await code.mount(place, { ...woken, user, userName });
}
