// What somebody types into a page whose editor is still on its way: it is caught, and goes where the caret would have stood.
import { TYPED_TITLE } from '../../../../core/client/page-events.ts';
import { textAfterKey } from '../../../../core/client/type-ahead/typed-text.ts';

/** Where it goes, and what it says; a line end is that of a paragraph. */
export interface EarlyText {
  /** empty: the title */
  block: string;
  /** characters before it; null: it takes the place of all */
  offset: number | null;
  text: string;
}

/** undefined: the editor is there */
let caught: EarlyText | null | undefined = null;

/** Where a click stands, in the text or the title of a page. */
function spotOf(target: Element): EarlyText | null {
  const holder = target.closest<HTMLElement>('.article [id], .article [data-id], .page-title > span');
  const { anchorNode, anchorOffset } = getSelection() as Selection;
  if (!holder?.contains(anchorNode)) return null;
  const before = new Range();
  before.setStart(holder, 0);
  before.setEnd(anchorNode as Node, anchorOffset);
  return { block: holder.id || holder.dataset.id || '', offset: `${before}`.length, text: '' };
}

function obey(event: KeyboardEvent): void {
  const text = caught ? textAfterKey(caught.text, event) : undefined;
  if (!caught || text === undefined) return;
  caught.text = text;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** @param isNew its name is to be written first */
export function catchTyping(isNew: boolean): void {
  if (isNew) {
    // That of the script that came first.
    window.onkeydown = null;
    caught = { block: '', offset: null, text: sessionStorage.getItem(TYPED_TITLE) ?? '' };
    sessionStorage.removeItem(TYPED_TITLE);
  }
  addEventListener('click', ({ target }) => {
    // What was typed before goes where it was typed.
    if (caught !== undefined && !caught?.text) caught = spotOf(target as Element);
  });
  addEventListener('keydown', obey, true);
}

/** From here on the editor takes what is typed. */
export function takeTyped(): EarlyText | null {
  const typed = caught;
  caught = undefined;
  return typed?.text ? typed : null;
}
