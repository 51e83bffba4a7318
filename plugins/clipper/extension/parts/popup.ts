// The popup: connects the extension, and clips what the tab shows.

import type { ClipType, PageFacts, Target } from '../../clips/clip-input.ts';
import { ask, foot, main, said, say, type WaitingClip } from './ask.ts';
import { browser } from './browser-api.ts';
import type { ClipBody } from './draft.ts';
import { button, el, field } from './elements.ts';
import type { Sent, Taken } from './sending.ts';
import { TargetField } from './target-field.ts';
import { since, t } from './words.ts';

interface State {
  server: string;
  fault?: string;
  pairing?: string;
  name?: string;
  tab?: { url?: string; title?: string };
  page?: { title: string; properties: PageFacts; hasSelection: boolean };
  waits: WaitingClip[];
}

interface Known {
  created_at: string;
  title: string;
  url: string;
  path: string[];
  tags: string[];
}

interface More {
  known?: Known[];
  targets?: Target[];
  quota?: { limit: number; remaining: number; reset: number };
  isOffline?: boolean;
  isEnded?: boolean;
  highlights?: number;
}

const AGAIN_MS = 1500;

const show = (...children: (Node | false | undefined)[]): void => {
  main.replaceChildren(...children.filter((one): one is Node => Boolean(one)));
  main.removeAttribute('aria-busy');
};

function connecting({ server, pairing, fault }: State): void {
  const input = el('input', { type: 'url', value: server, autocomplete: 'url', spellcheck: 'false' });
  const begin = async () => {
    say(t('clipper.extension.connecting'));
    const begun = await ask<{ ok: boolean; detail: string }>('connect', { server: input.value });
    if (begun.ok) await startPopup();
    else say(t('clipper.extension.not_reached', { reason: begun.detail }), true);
  };
  input.addEventListener('keydown', (event) => event.key === 'Enter' && void begin());
  show(
    el('h1', {}, t('clipper.extension.connect_title')),
    ...(pairing
      ? [el('p', {}, t('clipper.extension.compare')), el('p', { class: 'code' }, pairing)]
      : [el('p', {}, t('clipper.extension.connect_text'))]),
    field(t('clipper.extension.server'), input),
    el('div', { class: 'row' }, button(t('clipper.extension.connect'), begin, 'primary')),
  );
  if (fault) say(t(fault === 'denied' ? 'clipper.extension.denied' : 'clipper.extension.over'), true);
  if (pairing) setTimeout(() => void ask('poll').then(startPopup), AGAIN_MS);
}

/** In the order of the four buttons. */
const KINDS: [ClipType, string][] = [
  ['article', t('clipper.extension.article')],
  ['selection', t('clipper.extension.selection')],
  ['bookmark', t('clipper.extension.bookmark')],
  ['screenshot', t('clipper.extension.screenshot')],
];

function kindField(page: State['page']): HTMLFieldSetElement {
  const first: ClipType = page?.hasSelection ? 'selection' : page ? 'article' : 'bookmark';
  const isOff = (kind: ClipType) => (kind === 'selection' && !page?.hasSelection) || (kind === 'article' && !page);
  return el(
    'fieldset',
    { class: 'kinds' },
    el('legend', {}, t('clipper.extension.kind')),
    ...KINDS.map(([value, label]) =>
      el(
        'label',
        {},
        el('input', { type: 'radio', name: 'kind', value, checked: value === first, disabled: isOff(value) }),
        label,
      ),
    ),
  );
}

const chosenKind = (): ClipType =>
  (document.querySelector<HTMLInputElement>('input[name=kind]:checked')?.value ?? 'bookmark') as ClipType;

const tagsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean),
  ),
];

function clipping(state: State): void {
  const { tab, page } = state;
  const title = el('input', { value: tab?.title ?? '', maxlength: '500' });
  const tags = el('input', { autocomplete: 'off' });
  const target = new TargetField(async (q) => {
    const found = await ask<{ ok: boolean; body: { targets: Target[] } }>('targets', { q });
    return found.ok ? found.body.targets : [];
  });
  const known = el('div', {});
  const clip = async () => {
    if (!target.isKnown) {
      say(t('clipper.extension.no_such_target'), true);
      return target.focus();
    }
    say(t('clipper.extension.sending'));
    const named = tagsOf(tags.value);
    const isRenamed = title.value.trim() && title.value !== tab?.title;
    const changes: Partial<ClipBody> = {
      ...target.place,
      ...(isRenamed && { title: title.value.trim() }),
      ...(named.length && { tags: named }),
    };
    outcome(await ask<Sent & { fault?: string }>('clip', { kind: chosenKind(), changes }));
    showFoot(await ask<State>('state'));
  };
  const submit = (event: Event) => {
    event.preventDefault();
    void clip();
  };
  const form = el(
    'form',
    { submit },
    field(t('clipper.extension.title'), title),
    kindField(page),
    target.element,
    field(t('clipper.extension.tags'), tags, t('clipper.extension.tags_hint')),
    el(
      'div',
      { class: 'row' },
      el('button', { class: 'primary' }, t('clipper.extension.clip')),
      page?.hasSelection && button(t('clipper.extension.highlight'), highlight),
    ),
  );
  show(el('h1', {}, t('clipper.extension.clip_title')), known, form);
  if (!page) say(t('clipper.extension.only_bookmark'));
  title.focus();
  title.select();
  void ask<More>('more').then((more) => addMore(more, target, known));
}

async function highlight(): Promise<void> {
  const isKept = await ask<boolean>('highlight');
  say(t(isKept ? 'clipper.extension.highlighted' : 'clipper.extension.not_highlighted'), !isKept);
}

function addMore(more: More, target: TargetField, known: HTMLElement): void {
  if (more.isEnded) return void startPopup();
  if (more.targets) target.offer(more.targets);
  if (more.isOffline) say(t('clipper.extension.offline'));
  const [last] = more.known ?? [];
  if (last) {
    const place = last.path.at(-1) ?? '';
    const words = t(place ? 'clipper.extension.known' : 'clipper.extension.known_top', {
      when: since(last.created_at),
      place,
    });
    known.replaceChildren(
      el(
        'p',
        { class: 'note' },
        el('a', { href: last.url, target: '_blank', rel: 'noreferrer' }, words),
        last.tags.length > 0 && ` (${last.tags.join(', ')})`,
      ),
    );
  }
  if (more.quota && more.quota.remaining < 10)
    foot.prepend(el('span', {}, t('clipper.extension.quota', { remaining: more.quota.remaining })));
}

const clock = (seconds: number): string =>
  new Date(Date.now() + seconds * 1000).toLocaleTimeString(browser().i18n.getUILanguage(), {
    hour: '2-digit',
    minute: '2-digit',
  });

const FAULTS: Record<string, string> = {
  large: t('clipper.extension.too_large'),
  closed: t('clipper.extension.only_bookmark'),
};

function outcome(sent: Sent & { fault?: string }): void {
  if (sent.state === 'refused') say(t('clipper.extension.refused', { reason: sent.detail }), true);
  else if (sent.state === 'saved') saved(sent.clip, FAULTS[sent.fault ?? '']);
  else if (sent.kind === 'credential') void startPopup().then(() => say(t('clipper.extension.ended'), true));
  else if (sent.kind === 'limit') say(t('clipper.extension.limit', { time: clock(sent.retryAfter) }));
  else say(t('clipper.extension.queued'));
}

function saved({ id, url }: Taken, fault: string | undefined): void {
  const undo = async () => {
    const undone = await ask<{ ok: boolean; detail: string }>('undo', { id });
    if (undone.ok) await startPopup().then(() => say(t('clipper.extension.undone')));
    else say(t('clipper.extension.refused', { reason: undone.detail }), true);
  };
  const link = url ? el('a', { href: url, target: '_blank', rel: 'noreferrer' }, t('clipper.extension.open')) : null;
  show(
    el('h1', {}, t('clipper.extension.saved')),
    fault ? el('p', { class: 'note' }, fault) : undefined,
    el('div', { class: 'row' }, link, button(t('clipper.extension.undo'), undo)),
  );
  said.textContent = '';
  (main.querySelector('a,button') as HTMLElement | null)?.focus();
}

function showFoot({ waits, name }: State): void {
  const refused = waits.filter((one) => one.refused).length;
  const count =
    waits.length > 0 &&
    t(refused ? 'clipper.extension.waits_refused' : 'clipper.extension.waits', { count: waits.length });
  const settings = button(t('clipper.extension.settings'), () => browser().runtime.openOptionsPage(), 'quiet');
  foot.replaceChildren(el('span', {}, count || name || ''), settings);
}

export async function startPopup(): Promise<void> {
  const state = await ask<State>('state');
  showFoot(state);
  if (state.name === undefined) return connecting(state);
  said.textContent = '';
  if (/^https?:/i.test(state.tab?.url ?? '')) return clipping(state);
  show(el('h1', {}, t('clipper.extension.clip_title')), el('p', {}, t('clipper.extension.not_here')));
}
