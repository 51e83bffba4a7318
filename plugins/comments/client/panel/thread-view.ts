// One thread in the panel: its comments with reactions and menus, what it is about, and where it is answered.
import { copyOut } from '../../../../core/client/clipboard.ts';
import { confirmed } from '../../../../core/client/dialog.ts';
import { el, icon } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { type MenuItem, openMenu, openPopover } from '../../../../core/client/popover.ts';
import { failed } from '../../../../core/client/toast.ts';
import { shownWords, typedWords } from './comment-text.ts';
import { Composer } from './composer.ts';
import type { PanelComment, Thread, Threads } from './threads.ts';

const REACTIONS = ['1f44d', '2764-fe0f', '1f604', '1f389', '1f440', '2705', '1f64f', '1f914'].map((code) =>
  String.fromCodePoint(...code.split('-').map((part) => Number.parseInt(part, 16))),
);

export interface ThreadHost {
  threads: Threads;
  /** the one composer that answers this thread, kept with what was typed while the list is drawn anew */
  answering(thread: Thread): Composer;
  /** the comment that is being changed, if any */
  editing: { id: number; composer: Composer } | null;
  edit(comment: PanelComment | null): void;
  isLost(thread: Thread): boolean;
  go(thread: Thread): void;
}

const iconButton = (name: SVGElement, label: string, run: (button: HTMLButtonElement) => void): HTMLButtonElement => {
  const button = el('button', { type: 'button', class: 'icon-button', 'aria-label': label, title: label }, name);
  button.addEventListener('click', () => run(button));
  return button;
};

export function threadView(thread: Thread, host: ThreadHost): HTMLElement {
  const { threads } = host;
  const { first, answers } = thread;
  const name = nameOf(first, threads);
  return el(
    'li',
    { class: 'thread', tabindex: -1, 'data-thread': first.id, 'aria-label': t('comments.panel.thread', { name }) },
    quote(thread, host),
    ...[first, ...answers].map((comment) => commentView(comment, thread, host)),
    threads.may.comment ? host.answering(thread).element : null,
  );
}

const nameOf = ({ author_id }: PanelComment, { people }: Threads): string =>
  people[author_id ?? 0]?.name ?? t('comments.panel.nobody');

function quote(thread: Thread, host: ThreadHost): HTMLElement | null {
  const { block_id, quote: text } = thread.first;
  if (block_id === null) return null;
  if (host.isLost(thread))
    return el(
      'div',
      { class: 'thread-about' },
      el('span', { class: 'badge' }, t('comments.panel.lost')),
      text ? el('blockquote', {}, text) : null,
    );
  const go = el('button', { type: 'button', class: 'thread-quote', title: t('comments.panel.go') });
  go.textContent = text || t('comments.panel.go');
  go.addEventListener('click', () => host.go(thread));
  return el('div', { class: 'thread-about' }, go);
}

function commentView(comment: PanelComment, thread: Thread, host: ThreadHost): HTMLElement {
  const { threads, editing } = host;
  const isDeleted = comment.author_id === null && comment.body === '';
  const picture = threads.people[comment.author_id ?? 0]?.avatar_url;
  const isFirst = comment === thread.first;
  const head = el(
    'header',
    {},
    picture ? el('img', { src: picture, alt: '', width: 24, height: 24 }) : null,
    el(
      'span',
      { class: 'comment-by' },
      el('strong', {}, nameOf(comment, threads)),
      ' ',
      el('time', { datetime: comment.moment.iso, title: comment.moment.exact, 'data-ago': '' }, comment.moment.ago),
      isChanged(comment) ? ` (${t('comments.panel.edited')})` : null,
    ),
    isFirst && threads.may.comment ? resolveButton(comment, threads) : null,
    isDeleted ? null : moreButton(comment, host),
  );
  const words = el('p', { class: 'comment-words' });
  if (isDeleted) words.append(el('em', {}, t('comments.panel.deleted')));
  else words.append(...shownWords(comment.body, threads.people));
  return el(
    'article',
    { class: 'comment-one', id: `comment-${comment.id}`, tabindex: -1 },
    head,
    editing?.id === comment.id ? editing.composer.element : words,
    isDeleted ? null : reactions(comment, threads),
  );
}

/** Resolving changes no words, so the two times differ only after an edit. */
const isChanged = ({ created_at, updated_at }: PanelComment): boolean => created_at !== updated_at;

function resolveButton({ id, resolved_at }: PanelComment, threads: Threads): HTMLElement {
  const label = t(resolved_at ? 'comments.panel.reopen' : 'comments.panel.resolve');
  const picture = resolved_at ? icon('refresh-cw') : icon('check');
  return iconButton(picture, label, () => void threads.resolve(id, !resolved_at).catch(failed));
}

function moreButton(comment: PanelComment, host: ThreadHost): HTMLElement {
  const { threads } = host;
  const isOwn = comment.author_id === threads.userId && threads.may.comment;
  const items: MenuItem[] = [
    { label: t('comments.panel.copy_link'), icon: 'link', run: () => void copyLink(comment) },
    ...(isOwn ? [{ label: t('comments.panel.edit'), icon: 'pencil', run: () => host.edit(comment) }] : []),
    ...(isOwn || threads.may.remove
      ? [{ label: t('comments.panel.delete'), icon: 'trash-2', danger: true, run: () => void remove(comment, threads) }]
      : []),
  ];
  const label = t('comments.panel.more');
  const button = iconButton(icon('ellipsis'), label, (anchor) => void openMenu(anchor, label, items));
  button.setAttribute('aria-haspopup', 'menu');
  return button;
}

const copyLink = ({ id }: PanelComment): Promise<void> =>
  copyOut(`${location.origin}${location.pathname}#comment-${id}`, t('comments.panel.link_copied'));

async function remove({ id }: PanelComment, threads: Threads): Promise<void> {
  const sure = await confirmed(t('comments.panel.sure'), t('comments.panel.sure_text'), {
    label: t('comments.panel.delete'),
    danger: true,
  });
  if (sure) await threads.remove(id).catch(failed);
}

function reactions(comment: PanelComment, threads: Threads): HTMLElement | null {
  const react = (emoji: string) => void threads.react(comment.id, emoji).catch(failed);
  const shown = comment.reactions.map(({ emoji, user_ids }) => {
    const names = user_ids.map((id) => threads.people[id]?.name ?? t('comments.panel.somebody')).join(', ');
    const label = t('comments.panel.reacted', { emoji, names });
    const isOwn = user_ids.includes(threads.userId);
    const button = el('button', { type: 'button', class: 'reaction', 'aria-label': label, title: names });
    button.setAttribute('aria-pressed', String(isOwn));
    button.disabled = !threads.may.comment;
    button.append(`${emoji} ${user_ids.length}`);
    button.addEventListener('click', () => react(emoji));
    return button;
  });
  if (!shown.length && !threads.may.comment) return null;
  const add = iconButton(icon('smile-plus'), t('comments.panel.react'), (anchor) => choose(anchor, react));
  return el('div', { class: 'reactions' }, ...shown, threads.may.comment && add);
}

function choose(anchor: HTMLElement, react: (emoji: string) => void): void {
  const panel = el('div', { class: 'reaction-choice', role: 'dialog', 'aria-label': t('comments.panel.react') });
  for (const emoji of REACTIONS) {
    const button = el('button', { type: 'button', class: 'icon-button', 'aria-label': emoji }, emoji);
    button.addEventListener('click', () => {
      panel.hidePopover();
      react(emoji);
    });
    panel.append(button);
  }
  void openPopover(anchor, panel, { focus: panel.querySelector('button') ?? panel });
}

/** A composer with the words of a comment in it. */
export const editorOf = (comment: PanelComment, threads: Threads, done: () => void): Composer =>
  new Composer({
    label: t('comments.panel.edit'),
    action: t('comments.panel.save'),
    threads,
    text: typedWords(comment.body, threads.people),
    people: Object.values(threads.people),
    async send(body) {
      await threads.edit(comment.id, body);
      done();
    },
    cancel: done,
  });
