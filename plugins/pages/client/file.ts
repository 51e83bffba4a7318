// The page of a file: pictures in their own size, tables sorted by a column, documents in the viewer of the browser.
// It imports nothing: a page that is only read loads the shared pieces, and one more reader of them cuts them smaller.

const picture = document.querySelector<HTMLElement>('[data-zoom]');
const zoom = document.querySelector<HTMLElement>('[data-zoom-button]');
const frame = document.querySelector<HTMLElement>('[data-frame]');
const table = document.querySelector<HTMLTableElement>('table[data-sortable]');

function toggleZoom(): void {
  const isFull = picture?.classList.toggle('is-full') ?? false;
  zoom?.setAttribute('aria-pressed', String(isFull));
}

/** Numbers as numbers, everything else as people sort words; empty cells come last either way. */
function sortBy(body: HTMLTableSectionElement, column: number, isUp: boolean): void {
  const collator = new Intl.Collator(document.documentElement.lang, { numeric: true, sensitivity: 'base' });
  const cells = [...body.rows].map((row) => ({ row, text: row.cells[column]?.textContent ?? '' }));
  const amount = (text: string) => (text.trim() ? Number(text) : Number.NaN);
  cells.sort((a, b) => {
    if (!a.text || !b.text) return Number(!a.text) - Number(!b.text);
    const [one, other] = [amount(a.text), amount(b.text)];
    const order = Number.isNaN(one) || Number.isNaN(other) ? collator.compare(a.text, b.text) : one - other;
    return isUp ? order : -order;
  });
  body.append(...cells.map(({ row }) => row));
}

function offerSorting(shown: HTMLTableElement): void {
  const heads = [...shown.querySelectorAll<HTMLElement>('thead th')];
  for (const [column, head] of heads.entries()) {
    const button = Object.assign(document.createElement('button'), { type: 'button', textContent: head.textContent });
    head.replaceChildren(button);
    button.addEventListener('click', () => {
      const isUp = head.getAttribute('aria-sort') !== 'ascending';
      for (const other of heads) other.removeAttribute('aria-sort');
      head.setAttribute('aria-sort', isUp ? 'ascending' : 'descending');
      const [body] = shown.tBodies;
      if (body) sortBy(body, column, isUp);
    });
  }
}

zoom?.addEventListener('click', toggleZoom);
picture?.addEventListener('click', toggleZoom);
// Without a viewer of its own a browser would save the file as soon as the page is open.
if (frame && navigator.pdfViewerEnabled)
  frame.append(
    Object.assign(document.createElement('iframe'), { src: frame.dataset.frame, title: frame.dataset.title }),
  );
if (table) offerSorting(table);
