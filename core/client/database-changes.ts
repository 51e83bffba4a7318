// What happened to databases and their rows, by whomever and in whatever window, for the parts of the page that show them.

export interface DatabaseEvent {
  /** `page.updated` of a row, `collection.updated` and so on */
  type: string;
  resource: string;
  /** of the row, or of the database */
  id: number;
  /** of the page, which is higher after each change */
  version: number;
  /** of a row: the database it belongs to */
  collection_id?: number;
}

const EVENT = 'commonplace:database-changed';

/** null: anything may have happened. */
export const tellDatabaseEvent = (event: DatabaseEvent | null): void => {
  document.dispatchEvent(new CustomEvent<DatabaseEvent | null>(EVENT, { detail: event }));
};

export const onDatabaseEvent = (heard: (event: DatabaseEvent | null) => void, signal?: AbortSignal): void => {
  document.addEventListener(EVENT, (event) => heard((event as CustomEvent<DatabaseEvent | null>).detail), { signal });
};
