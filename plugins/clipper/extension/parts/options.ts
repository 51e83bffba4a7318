// The settings of the extension: where it is connected, what waits to be sent, and the keys.
import { ask, mainElement, showStatus, type WaitingClip } from './ask.ts';
import { button, createElement, tabLink } from './elements.ts';
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

/** Where everything else is set, for all browsers of the person. */
function templates({ server, name }: State): Node[] {
  if (name === undefined) return [];
  const href = `${server}/extensions/templates`;
  const words = translate('clipper.extension.templates_open');
  return [
    createElement('h2', {}, translate('clipper.extension.templates')),
    createElement('p', {}, tabLink(href, words)),
  ];
}

export async function startOptions(): Promise<void> {
  const state = await ask<State>('state');
  mainElement.replaceChildren(
    createElement('h1', {}, translate('clipper.extension.settings')),
    ...connection(state),
    ...queue(state),
    ...templates(state),
    createElement('h2', {}, translate('clipper.extension.keys')),
    createElement('p', {}, translate('clipper.extension.keys_text')),
  );
  mainElement.removeAttribute('aria-busy');
}
