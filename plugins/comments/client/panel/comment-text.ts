// The words of a comment: as they are shown, and as they are typed, where people stand by name.
import { el } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { mentionOf, pieces } from '../../body.ts';
import type { CommentPerson } from './threads.ts';

export const shownWords = (body: string, people: Record<string, CommentPerson>): Node[] =>
  pieces(body).map((piece) => {
    if ('text' in piece) return document.createTextNode(piece.text);
    if ('href' in piece) return el('a', { href: piece.href, rel: 'nofollow noopener noreferrer' }, piece.href);
    return el('span', { class: 'mention' }, `@${people[piece.userId]?.name ?? t('comments.panel.somebody')}`);
  });

/** The body with names in the place of ids; somebody without a name stays as they are written. */
export const typedWords = (body: string, people: Record<string, CommentPerson>): string =>
  pieces(body)
    .map((piece) => {
      if ('text' in piece) return piece.text;
      if ('href' in piece) return piece.href;
      const name = people[piece.userId]?.name;
      return name ? `@${name}` : mentionOf(piece.userId);
    })
    .join('');

/** What was typed as a body: longer names first, since one may begin another. */
export function commentBody(typed: string, chosen: CommentPerson[]): string {
  const byLength = chosen.toSorted((a, b) => b.name.length - a.name.length);
  return byLength.reduce((text, { id, name }) => text.replaceAll(`@${name}`, mentionOf(id)), typed).trim();
}
