// The popup: connects the extension, and clips what the tab shows.

import type { ClipTargetOption, ClipType, PageFacts } from '../../clips/clip-input.ts';
import { ask, foot, mainElement, showStatus, statusElement, type WaitingClip } from './ask.ts';
import { browser } from './browser-api.ts';
import { type ClipBody, isWeb } from './draft.ts';
import { button, createElement, labelledField, tabLink } from './elements.ts';
import type { ClipFault } from './page.ts';
import type { SavedClip, SendResult } from './sending.ts';
import { TargetField } from './target-field.ts';
import { since, translate } from './words.ts';

interface State {
  server: string;
  fault?: 'denied' | 'over' | 'ended' | '';
  pairing?: string;
  name?: string;
  tab?: { url?: string; title?: string };
  page?: { title: string; properties: PageFacts; hasSelection: boolean };
  /** what a template of the person says of this site */
  template?: { name: string; kind?: ClipType; tags?: string[] };
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
  targets?: ClipTargetOption[];
  quota?: { limit: number; remaining: number; reset: number };
  isOffline?: boolean;
  isEnded?: boolean;
  highlights?: number;
}

const AGAIN_MS = 1500;

const show = (...children: (Node | false | undefined)[]): void => {
  mainElement.replaceChildren(...children.filter((one): one is Node => Boolean(one)));
  mainElement.removeAttribute('aria-busy');
};

const ENDINGS = {
  denied: translate('clipper.extension.denied'),
  over: translate('clipper.extension.over'),
  ended: translate('clipper.extension.ended'),
};

function connecting({ server, pairing, fault }: State): void {
  const input = createElement('input', { type: 'url', value: server, autocomplete: 'url', spellcheck: 'false' });
  const begin = async () => {
    showStatus(translate('clipper.extension.connecting'));
    const begun = await ask<{ ok: boolean; detail: string }>('connect', { server: input.value });
    if (begun.ok) await startPopup();
    else showStatus(translate('clipper.extension.not_reached', { reason: begun.detail }), true);
  };
  input.addEventListener('keydown', (event) => event.key === 'Enter' && void begin());
  show(
    createElement('h1', {}, translate('clipper.extension.connect')),
    ...(pairing
      ? [createElement('p', {}, translate('clipper.extension.compare')), createElement('p', { class: 'code' }, pairing)]
      : [createElement('p', {}, translate('clipper.extension.connect_text'))]),
    labelledField(translate('clipper.extension.server'), input),
    createElement('div', { class: 'row' }, button(translate('clipper.extension.connect'), begin, 'primary')),
  );
  if (fault) showStatus(ENDINGS[fault], true);
  if (pairing) setTimeout(() => void ask('poll').then(startPopup), AGAIN_MS);
}

/** In the order of the four buttons. */
const KINDS: [ClipType, string][] = [
  ['article', translate('clipper.extension.article')],
  ['selection', translate('clipper.extension.selection')],
  ['bookmark', translate('clipper.extension.bookmark')],
  ['screenshot', translate('clipper.extension.screenshot')],
];

function kindField({ page, template }: State): HTMLFieldSetElement {
  const isOff = (kind: ClipType) => (kind === 'selection' && !page?.hasSelection) || (kind === 'article' && !page);
  const wished = template?.kind && !isOff(template.kind) ? template.kind : 'article';
  const first: ClipType = page?.hasSelection ? 'selection' : page ? wished : 'bookmark';
  return createElement(
    'fieldset',
    { class: 'kinds' },
    createElement('legend', {}, translate('clipper.extension.kind')),
    ...KINDS.map(([value, label]) =>
      createElement(
        'label',
        {},
        createElement('input', {
          type: 'radio',
          name: 'kind',
          value,
          checked: value === first,
          disabled: isOff(value),
        }),
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
  const { tab, page, template } = state;
  const title = createElement('input', { value: tab?.title ?? '', maxlength: '500' });
  const shownTags = template?.tags?.join(', ') ?? '';
  const tags = createElement('input', { autocomplete: 'off', value: shownTags });
  const target = new TargetField(async (q) => {
    const found = await ask<{ ok: boolean; body: { targets: ClipTargetOption[] } }>('targets', { q });
    return found.ok ? found.body.targets : [];
  });
  if (template) target.placeholder = translate('clipper.extension.by_template', { name: template.name });
  const known = createElement('div', {});
  const clip = async () => {
    if (!target.isKnown) {
      showStatus(translate('clipper.extension.no_such_target'), true);
      return target.focus();
    }
    showStatus(translate('clipper.extension.sending'));
    const isRenamed = title.value.trim() && title.value !== tab?.title;
    const changes: Partial<ClipBody> = {
      ...target.place,
      ...(isRenamed && { title: title.value.trim() }),
      ...(tags.value !== shownTags && { tags: tagsOf(tags.value) }),
    };
    outcome(await ask<SendResult & ClipFault>('clip', { kind: chosenKind(), changes }));
    showFoot(await ask<State>('state'));
  };
  const submit = (event: Event) => {
    event.preventDefault();
    void clip();
  };
  const form = createElement(
    'form',
    { submit },
    labelledField(translate('clipper.extension.title'), title),
    kindField(state),
    target.element,
    labelledField(translate('clipper.extension.tags'), tags, translate('clipper.extension.tags_hint')),
    createElement(
      'div',
      { class: 'row' },
      createElement('button', { class: 'primary' }, translate('clipper.extension.clip')),
      page?.hasSelection && button(translate('clipper.extension.highlight'), highlight),
    ),
  );
  show(createElement('h1', {}, translate('clipper.extension.clip_page')), known, form);
  if (!page) showStatus(translate('clipper.extension.only_bookmark'));
  title.focus();
  title.select();
  void ask<More>('more').then((more) => addMore(more, target, known));
}

/** What is highlighted on the page goes into its article; here it can be taken back. */
function highlightsLine(count: number): HTMLElement {
  const line = createElement('p', { class: 'note' }, translate('clipper.extension.highlights', { count }), ' ');
  const remove = async () => {
    const isGone = await ask<boolean>('unhighlight');
    if (isGone) line.remove();
    showStatus(translate(isGone ? 'clipper.extension.unhighlighted' : 'clipper.extension.not_unhighlighted'), !isGone);
  };
  line.append(button(translate('clipper.extension.unhighlight'), remove, 'quiet'));
  return line;
}

async function highlight(): Promise<void> {
  const isKept = await ask<boolean>('highlight');
  showStatus(translate(isKept ? 'clipper.extension.highlighted' : 'clipper.extension.not_highlighted'), !isKept);
}

function addMore(more: More, target: TargetField, known: HTMLElement): void {
  if (more.isEnded) return void startPopup();
  if (more.targets) target.offer(more.targets);
  // What came of a clip meanwhile is more than that.
  if (more.isOffline && !statusElement.textContent) showStatus(translate('clipper.extension.offline'));
  const [last] = more.known ?? [];
  if (last) {
    const place = last.path.at(-1) ?? '';
    const words = translate(place ? 'clipper.extension.known' : 'clipper.extension.known_top', {
      when: since(last.created_at),
      place,
    });
    known.replaceChildren(
      createElement(
        'p',
        { class: 'note' },
        tabLink(last.url, words),
        last.tags.length > 0 && ` (${last.tags.join(', ')})`,
      ),
    );
  }
  if (more.highlights) known.append(highlightsLine(more.highlights));
  if (more.quota && more.quota.remaining < 10)
    foot.prepend(createElement('span', {}, translate('clipper.extension.quota', { remaining: more.quota.remaining })));
}

const clock = (seconds: number): string =>
  new Date(Date.now() + seconds * 1000).toLocaleTimeString(browser().i18n.getUILanguage(), { timeStyle: 'short' });

const FAULTS = {
  large: translate('clipper.extension.too_large'),
  empty: translate('clipper.extension.no_text'),
};

const noteOf = ({ fault, left }: ClipFault): string =>
  fault ? FAULTS[fault] : left ? translate('clipper.extension.pictures_left', { count: left }) : '';

function outcome(sent: SendResult & ClipFault): void {
  if (sent.state === 'refused') showStatus(translate('clipper.extension.refused', { reason: sent.detail }), true);
  else if (sent.state === 'saved') saved(sent.clip, noteOf(sent));
  else if (sent.kind === 'credential')
    void startPopup().then(() => showStatus(translate('clipper.extension.ended'), true));
  else if (sent.kind === 'limit') showStatus(translate('clipper.extension.limit', { time: clock(sent.retryAfter) }));
  else if (sent.kind === 'fault') showStatus(translate('clipper.extension.service_failed'));
  else showStatus(translate('clipper.extension.queued'));
}

function saved({ id, url }: SavedClip, note: string): void {
  const undo = async () => {
    const undone = await ask<{ ok: boolean; detail: string }>('undo', { id });
    if (undone.ok) await startPopup().then(() => showStatus(translate('clipper.extension.undone')));
    else showStatus(translate('clipper.extension.refused', { reason: undone.detail }), true);
  };
  const link = url ? tabLink(url, translate('clipper.extension.open')) : null;
  show(
    createElement('h1', {}, translate('clipper.extension.saved')),
    note !== '' && createElement('p', { class: 'note' }, note),
    createElement('div', { class: 'row' }, link, button(translate('clipper.extension.undo'), undo)),
  );
  statusElement.textContent = '';
  (mainElement.querySelector('a,button') as HTMLElement | null)?.focus();
}

function showFoot({ waits, name }: State): void {
  const refused = waits.filter((one) => one.refused).length;
  const count =
    waits.length > 0 &&
    translate(refused ? 'clipper.extension.waits_refused' : 'clipper.extension.waits', { count: waits.length });
  const settings = button(translate('clipper.extension.settings'), () => browser().runtime.openOptionsPage(), 'quiet');
  foot.replaceChildren(createElement('span', {}, count || name || ''), settings);
}

export async function startPopup(): Promise<void> {
  const state = await ask<State>('state');
  showFoot(state);
  if (state.name === undefined) return connecting(state);
  statusElement.textContent = '';
  if (isWeb(state.tab?.url)) return clipping(state);
  show(
    createElement('h1', {}, translate('clipper.extension.clip_page')),
    createElement('p', {}, translate('clipper.extension.not_here')),
  );
}
