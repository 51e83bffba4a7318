// The parser of HTML and XML that all readers of markup share: it takes elements of any depth in the same time.
import { Parser } from 'htmlparser2';

/** Elements nest no deeper for a reader: one that would is closed at once, and what it holds stands behind it. */
export const MARKUP_DEPTH = 500;

/** What the parser keeps of the elements that are open; it is not public, and its version is exact. */
interface Internals {
  stack: string[];
  popElement(isImplied: boolean): void;
}

/**
 * The parser of htmlparser2 with a bound: it moves all open elements for each that opens or closes, so that 200,000 of
 * them within each other would take minutes.
 */
export class MarkupParser extends Parser {
  override onopentagend(endIndex: number): void {
    super.onopentagend(endIndex);
    const own = this as unknown as Internals;
    if (own.stack.length > MARKUP_DEPTH) own.popElement(true);
  }
}
