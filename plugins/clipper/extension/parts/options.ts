// The settings of the extension: where it is connected, what waits to be sent, templates, and the keys.

import type { ClipTargetOption } from '../../clips/clip-input.ts';
import { ask, mainElement, showStatus, type WaitingClip } from './ask.ts';
import type { SiteTemplate } from './draft.ts';
import { button, createElement, labelledField } from './elements.ts';
import { TargetField } from './target-field.ts';
import { translate } from './words.ts';

interface State {
  server: string;
  name?: string;
  waits: WaitingClip[];
}

function connection({ server, name }: State): Node[] {
  const title = createElement('h2', {}, translate('clipper.extension.connection'));
  if (name === undefined) return [title, createElement('p', {}, translate('clipper.extension.not_connected'))];
  const end = async () => {
    await ask('disconnect');
    await startOptions();
    showStatus(translate('clipper.extension.disconnected'));
  };
  return [
    title,
    createElement('p', {}, translate('clipper.extension.connected_as', { name, server })),
    createElement('div', { class: 'row' }, button(translate('clipper.extension.disconnect'), end)),
  ];
}

function queue({ waits }: State): Node[] {
  const title = createElement('h2', {}, translate('clipper.extension.queue'));
  if (!waits.length) return [title, createElement('p', { class: 'hint' }, translate('clipper.extension.queue_empty'))];
  const after = (type: string, client_id: string) => async () => {
    await ask(type, { client_id });
    await startOptions();
  };
  const items = waits.map(({ client_id, title: name, source_url, refused }) =>
    createElement(
      'li',
      {},
      createElement('div', {}, createElement('strong', {}, name || source_url)),
      createElement('div', { class: 'hint' }, source_url),
      refused ? createElement('div', { class: 'bad' }, refused) : null,
      createElement(
        'div',
        { class: 'row' },
        refused ? button(translate('clipper.extension.send_home'), after('home', client_id)) : null,
        button(translate('clipper.extension.drop'), after('drop', client_id)),
      ),
    ),
  );
  const again = async () => {
    await ask('retry');
    await startOptions();
  };
  return [
    title,
    createElement('ul', {}, ...items),
    createElement('div', { class: 'row' }, button(translate('clipper.extension.retry'), again)),
  ];
}

interface Kept {
  ok: boolean;
  detail: string;
  body: { templates: (SiteTemplate & { id?: number })[] };
}

/** As the service keeps them: what they may hold is said by it, in its words. */
async function templates(): Promise<Node[]> {
  const kept = await ask<Kept>('kept');
  if (!kept.ok) return [];
  const plain = kept.body.templates.map(({ id: _, ...template }) => template);
  const text = createElement('textarea', { spellcheck: 'false' });
  text.value = JSON.stringify(plain, null, 2);
  const save = async () => {
    let read: SiteTemplate[];
    try {
      read = JSON.parse(text.value || '[]') as SiteTemplate[];
    } catch (error) {
      return showStatus(translate('clipper.extension.refused', { reason: (error as Error).message }), true);
    }
    const saved = await ask<Kept>('templates', { templates: read });
    if (saved.ok) showStatus(translate('clipper.extension.templates_kept'));
    else showStatus(translate('clipper.extension.refused', { reason: saved.detail }), true);
  };
  return [
    createElement('h2', {}, translate('clipper.extension.templates')),
    labelledField(translate('clipper.extension.templates_field'), text, translate('clipper.extension.templates_hint')),
    createElement('div', { class: 'row' }, button(translate('clipper.extension.keep'), save)),
  ];
}

async function home(): Promise<Node[]> {
  const find = async (q: string) => {
    const found = await ask<{ ok: boolean; body: { targets: ClipTargetOption[] } }>('targets', { q });
    // A workspace has no page of its own.
    return found.ok ? found.body.targets.filter(({ page_id }) => page_id !== null) : [];
  };
  const target = new TargetField(find, translate('clipper.extension.home_field'));
  target.offer(await find(''));
  const save = async () => {
    const chosen = target.chosen?.page_id;
    const saved = chosen ? await ask<Kept>('settle', { id: chosen }) : undefined;
    if (saved?.ok) showStatus(translate('clipper.extension.home_kept'));
    else
      showStatus(
        saved
          ? translate('clipper.extension.refused', { reason: saved.detail })
          : translate('clipper.extension.choose'),
        true,
      );
  };
  return [
    createElement('h2', {}, translate('clipper.extension.home_title')),
    target.element,
    createElement('div', { class: 'row' }, button(translate('clipper.extension.keep_home'), save)),
  ];
}

export async function startOptions(): Promise<void> {
  const state = await ask<State>('state');
  mainElement.replaceChildren(
    createElement('h1', {}, translate('clipper.extension.settings')),
    ...connection(state),
    ...queue(state),
    ...(state.name === undefined ? [] : [...(await home()), ...(await templates())]),
    createElement('h2', {}, translate('clipper.extension.keys')),
    createElement('p', {}, translate('clipper.extension.keys_text')),
  );
  mainElement.removeAttribute('aria-busy');
}
