// Comments of those who read only: a button at the text they select.
import { type CommentRequest, requestComment } from '../../../../core/client/comment-request.ts';
import { el, icon } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { place } from '../../../../core/client/popover.ts';
import { QUOTE_MAX } from '../../body.ts';

const BLOCK_ID = /^[A-Za-z0-9_-]{1,32}$/;

/** What is selected in the article, and the block in which it begins. */
export function selectedText(article: HTMLElement): CommentRequest | null {
  const selection = getSelection();
  if (!selection?.rangeCount || selection.isCollapsed) return null;
  const { startContainer, commonAncestorContainer } = selection.getRangeAt(0);
  const quote = selection.toString().trim().slice(0, QUOTE_MAX);
  if (!quote || !article.contains(commonAncestorContainer)) return null;
  const start = startContainer instanceof Element ? startContainer : startContainer.parentElement;
  return { blockId: start && blockOf(article, start), quote };
}

/** An uploaded file that is shown as text has no blocks. */
function blockOf(article: HTMLElement, start: Element): string | null {
  if (article.localName !== 'article') return null;
  // Of a heading that folds, all that is below it has an id of its own.
  const id = start.closest<HTMLElement>('.article [id]')?.id.replace(/-more$/, '') ?? '';
  return BLOCK_ID.test(id) ? id : null;
}

export function offerAtSelection(article: HTMLElement): void {
  const label = t('comments.panel.new_on');
  const button = el(
    'button',
    { type: 'button', class: 'popover button comment-selection', popover: 'manual' },
    icon('message-square'),
    label,
  );
  let asked: CommentRequest | null = null;
  const update = () => {
    asked = selectedText(article);
    if (!asked) {
      button.remove();
      return;
    }
    document.body.append(button);
    button.showPopover();
    place(
      { getBoundingClientRect: () => getSelection()?.getRangeAt(0).getBoundingClientRect() ?? new DOMRect() },
      button,
    );
  };
  // A click would take the selection away.
  button.addEventListener('pointerdown', (event) => event.preventDefault());
  button.addEventListener('click', () => {
    button.remove();
    if (asked) requestComment(asked);
  });
  document.addEventListener('pointerup', (event) => event.target !== button && setTimeout(update));
  document.addEventListener('keyup', (event) => event.shiftKey && update());
  document.addEventListener('selectionchange', () => getSelection()?.isCollapsed && button.remove());
}
