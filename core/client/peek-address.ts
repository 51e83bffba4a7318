// The page beside another one in the address: Back closes it, and a link or a reload shows it again.

const ADDRESSED = /^#peek=([1-9]\d*)$/;
/** Marks of entries of the history, by which they are told from those that links within the page make. */
interface PeekEntry {
  /** it was made for a page beside: how many entries there were then */
  peek?: number;
  /** the next one was */
  isBelow?: boolean;
}

/** The page beside that the address names. */
export function addressedPage(): number | undefined {
  const page = Number(ADDRESSED.exec(location.hash)?.[1]);
  // No page is beside itself.
  return page && !location.pathname.endsWith(`/${page}`) ? page : undefined;
}

const bare = (): string => location.pathname + location.search;
const entry = (): PeekEntry | null => history.state as PeekEntry | null;

/** What the address was last made to name: whoever shows something else here takes it away. */
let named = addressedPage();
/** What is done once the entry of a page that was closed has been left. */
let leaving: (() => void)[] | undefined;

function write(page: number): void {
  const address = `${bare()}#peek=${page}`;
  if (addressedPage()) history.replaceState(history.state, '', address);
  else {
    history.replaceState({ ...entry(), isBelow: true }, '');
    history.pushState(null, '', address);
    history.replaceState({ peek: history.length }, '');
  }
}

/** Leaves the entry that was made for it; where that is not the last one any more, only its name is taken away. */
function erase(): void {
  if (!addressedPage()) return;
  // Fewer entries than there were are what the browser has not counted yet.
  if ((entry()?.peek ?? 0) < history.length) {
    history.replaceState(null, '', bare());
    return;
  }
  leaving = [];
  history.back();
}

/** The address names this page beside from now on, or none. */
export function addressPage(page: number | undefined): void {
  if (leaving) leaving.push(() => addressPage(page));
  else if (page !== named) {
    named = page;
    if (page) write(page);
    else erase();
  }
}

/** Calls when Back or Forward has changed which page beside is named. */
export function onAddressedPage(heard: (page: number | undefined) => void): void {
  addEventListener('popstate', () => {
    const left = leaving;
    const page = addressedPage();
    leaving = undefined;
    // A link within the page has left the address, and nobody the page beside it.
    if (!left && !page && !entry()?.isBelow) return;
    named = page;
    if (left) for (const next of left) next();
    else heard(page);
  });
}
