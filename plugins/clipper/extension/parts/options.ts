// The settings of the extension: where it is connected, what waits to be sent, templates, and the keys.

import type { Target } from '../../clips/clip-input.ts';
import { ask, main, say, type WaitingClip } from './ask.ts';
import type { Template } from './draft.ts';
import { button, el, field } from './elements.ts';
import { TargetField } from './target-field.ts';
import { t } from './words.ts';

interface State {
  server: string;
  name?: string;
  waits: WaitingClip[];
}

function connection({ server, name }: State): Node[] {
  const title = el('h2', {}, t('clipper.extension.connection'));
  if (name === undefined) return [title, el('p', {}, t('clipper.extension.not_connected'))];
  const end = async () => {
    await ask('disconnect');
    await startOptions();
    say(t('clipper.extension.disconnected'));
  };
  return [
    title,
    el('p', {}, t('clipper.extension.connected_as', { name, server })),
    el('div', { class: 'row' }, button(t('clipper.extension.disconnect'), end)),
  ];
}

function queue({ waits }: State): Node[] {
  const title = el('h2', {}, t('clipper.extension.queue'));
  if (!waits.length) return [title, el('p', { class: 'hint' }, t('clipper.extension.queue_empty'))];
  const after = (type: string, client_id: string) => async () => {
    await ask(type, { client_id });
    await startOptions();
  };
  const items = waits.map(({ client_id, title: name, source_url, refused }) =>
    el(
      'li',
      {},
      el('div', {}, el('strong', {}, name || source_url)),
      el('div', { class: 'hint' }, source_url),
      refused ? el('div', { class: 'bad' }, refused) : null,
      el(
        'div',
        { class: 'row' },
        refused ? button(t('clipper.extension.send_home'), after('home', client_id)) : null,
        button(t('clipper.extension.drop'), after('drop', client_id)),
      ),
    ),
  );
  const again = async () => {
    await ask('retry');
    await startOptions();
  };
  return [title, el('ul', {}, ...items), el('div', { class: 'row' }, button(t('clipper.extension.retry'), again))];
}

interface Kept {
  ok: boolean;
  detail: string;
  body: { templates: (Template & { id?: number })[] };
}

/** As the service keeps them: what they may hold is said by it, in its words. */
async function templates(): Promise<Node[]> {
  const kept = await ask<Kept>('kept');
  if (!kept.ok) return [];
  const plain = kept.body.templates.map(({ id: _, ...template }) => template);
  const text = el('textarea', { spellcheck: 'false' });
  text.value = JSON.stringify(plain, null, 2);
  const save = async () => {
    let read: Template[];
    try {
      read = JSON.parse(text.value || '[]') as Template[];
    } catch (error) {
      return say(t('clipper.extension.refused', { reason: (error as Error).message }), true);
    }
    const saved = await ask<Kept>('templates', { templates: read });
    if (saved.ok) say(t('clipper.extension.templates_kept'));
    else say(t('clipper.extension.refused', { reason: saved.detail }), true);
  };
  return [
    el('h2', {}, t('clipper.extension.templates')),
    field(t('clipper.extension.templates_field'), text, t('clipper.extension.templates_hint')),
    el('div', { class: 'row' }, button(t('clipper.extension.keep'), save)),
  ];
}

async function home(): Promise<Node[]> {
  const find = async (q: string) => {
    const found = await ask<{ ok: boolean; body: { targets: Target[] } }>('targets', { q });
    // A workspace has no page of its own.
    return found.ok ? found.body.targets.filter(({ page_id }) => page_id !== null) : [];
  };
  const target = new TargetField(find, t('clipper.extension.home_field'));
  target.offer(await find(''));
  const save = async () => {
    const chosen = target.chosen?.page_id;
    const saved = chosen ? await ask<Kept>('settle', { id: chosen }) : undefined;
    if (saved?.ok) say(t('clipper.extension.home_kept'));
    else say(saved ? t('clipper.extension.refused', { reason: saved.detail }) : t('clipper.extension.choose'), true);
  };
  return [
    el('h2', {}, t('clipper.extension.home_title')),
    target.element,
    el('div', { class: 'row' }, button(t('clipper.extension.keep_home'), save)),
  ];
}

export async function startOptions(): Promise<void> {
  const state = await ask<State>('state');
  main.replaceChildren(
    el('h1', {}, t('clipper.extension.settings')),
    ...connection(state),
    ...queue(state),
    ...(state.name === undefined ? [] : [...(await home()), ...(await templates())]),
    el('h2', {}, t('clipper.extension.keys')),
    el('p', {}, t('clipper.extension.keys_text')),
  );
  main.removeAttribute('aria-busy');
}
