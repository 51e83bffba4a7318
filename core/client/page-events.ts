// What one part of the page did to a page, for the other parts that show it: the editor, the tree, the breadcrumb.

export interface PageUpdate {
  id: number;
  title?: string;
  /** an emoji, `custom:<id>`, or empty for none */
  icon?: string;
  /** the one that the page has by a change beside its text */
  version?: number;
}

/** ends the address of a page that was made just now: its name is to be written first */
export const NEW_PAGE = '#new';

/** under this name a tab keeps what was typed until its new page was there: the beginning of the title */
export const TYPED_TITLE = 'typed-title';

/** under this name a tab keeps which page it has put into the trash, until it has said so */
export const TRASHED = 'trashed';

const EVENT = 'commonplace:page-changed';

/** Tells everybody on this page; nothing is sent to the server. */
export const tellPageChange = (change: PageUpdate): void => {
  document.dispatchEvent(new CustomEvent<PageUpdate>(EVENT, { detail: change }));
};

export const onPageChange = (heard: (change: PageUpdate) => void): void => {
  document.addEventListener(EVENT, (event) => heard((event as CustomEvent<PageUpdate>).detail));
};

const ELSEWHERE = 'commonplace:pages-elsewhere';

/** What somebody did elsewhere; null: anything may have happened. */
export interface PageEvent {
  /** `page.updated`, `synced_block.updated` and so on */
  type: string;
  /** `page`, `collection`, `synced_block` */
  resource: string;
  id: number;
  /** of the page, which is higher after each change */
  version: number;
  /** of a comment or a database: the page it stands on */
  page_id?: number;
  /** of a row: its database */
  collection_id?: number;
  /** of the reader, here or in another tab of theirs */
  isOwn: boolean;
}

export const tellPageEvent = (event: PageEvent | null): void => {
  document.dispatchEvent(new CustomEvent<PageEvent | null>(ELSEWHERE, { detail: event }));
};

export const onPageEvent = (heard: (event: PageEvent | null) => void, signal?: AbortSignal): void => {
  document.addEventListener(ELSEWHERE, (event) => heard((event as CustomEvent<PageEvent | null>).detail), { signal });
};
