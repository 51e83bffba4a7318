// The background of the extension: menus, shortcuts, what the popup asks for, and clips that wait for a connection.

import type { ClipType } from '../../clips/clip-input.ts';
import { endAccount, forget, readStored, serverAddress, writeStored } from './account.ts';
import { type BrowserTab, browser, type MenuClick } from './browser-api.ts';
import { type ClipBody, isWeb, plainAddress, type SiteTemplate, withChoices } from './draft.ts';
import { clipOf, highlightSelection, readTab, removeHighlights, showHighlights, siteTemplateOf } from './page.ts';
import { PAIRING_ALARM, poll, pollToTheEnd, requestPairing } from './pairing.ts';
import { removeQueuedClip, waiting } from './queue.ts';
import { flash, SEND_ALARM, sendClip, sendHome, sendWaiting, showCount } from './sending.ts';
import { call } from './service.ts';
import { translate } from './words.ts';

const MENUS: [id: string, title: string, context: string][] = [
  ['page', translate('clipper.extension.clip_page'), 'page'],
  ['selection', translate('clipper.extension.clip_selection'), 'selection'],
  ['link', translate('clipper.extension.clip_link'), 'link'],
  ['image', translate('clipper.extension.clip_image'), 'image'],
  ['highlight', translate('clipper.extension.highlight'), 'selection'],
];

async function makeMenus(): Promise<void> {
  await browser().contextMenus.removeAll();
  for (const [id, title, context] of MENUS) browser().contextMenus.create({ id, title, contexts: [context] });
}

/** Without a popup: the button says what came of it. */
async function quietly(
  tab: BrowserTab | undefined,
  wanted: ClipType,
  change: (body: ClipBody) => ClipBody = (body) => body,
) {
  if (!tab?.id || !isWeb(tab.url)) return flash('×', false);
  await browser().action.setBadgeText({ text: '…' });
  try {
    const { body } = await clipOf(tab, wanted);
    const sent = await sendClip(change(body));
    if (sent.state === 'saved') await flash('✓', true);
    else if (sent.state === 'refused') await flash('!', false);
  } catch {
    // Nothing was made of the page, so nothing waits.
    await flash('×', false);
  }
}

/** As the template of its site says; a selection only where something is selected. */
async function quietKind(tab: BrowserTab | undefined): Promise<ClipType> {
  const kind = (await siteTemplateOf(tab?.url ?? '', undefined))?.template.clip_type ?? 'article';
  return kind === 'selection' ? 'article' : kind;
}

/** In markup that is sent, not in a page: an address is all there is of it. */
const pictureOf = (address: string): string => `<img src="${address.replace(/&/g, '&amp;').replace(/"/g, '&quot;')}">`;

async function clicked({ menuItemId, linkUrl, srcUrl, selectionText }: MenuClick, tab?: BrowserTab): Promise<void> {
  if (menuItemId === 'highlight') return tab && (await highlightSelection(tab)) ? flash('✓', true) : flash('×', false);
  if (menuItemId === 'link' && linkUrl) {
    if (!isWeb(linkUrl)) return flash('×', false);
    const title = (selectionText ?? '').slice(0, 500).toWellFormed();
    return quietly(tab, 'bookmark', ({ client_id, clip_type }) => ({
      client_id,
      clip_type,
      source_url: plainAddress(linkUrl),
      title,
    }));
  }
  if (menuItemId === 'image' && srcUrl)
    return quietly(tab, 'bookmark', (body) => ({ ...body, clip_type: 'article', html: pictureOf(srcUrl) }));
  return quietly(tab, menuItemId === 'selection' ? 'selection' : await quietKind(tab));
}

/** Nothing here knows a tab by another address than the service does. */
const plainTab = (tab?: BrowserTab): BrowserTab | undefined => tab && { ...tab, url: plainAddress(tab.url ?? '') };

async function activeTab(): Promise<BrowserTab | undefined> {
  return plainTab((await browser().tabs.query({ active: true, currentWindow: true }))[0]);
}

/** The service that this copy of the extension was downloaded from. */
const builtServer = (): string => browser().runtime.getManifest().homepage_url;

/** What the popup shows first. */
async function stateOf() {
  const [tab, account, pairing, queue, fault] = await Promise.all([
    activeTab(),
    readStored('account'),
    readStored('pairing'),
    waiting(),
    readStored('fault'),
  ]);
  const waits = queue.map(({ client_id, body: { title, source_url }, refused }) => ({
    client_id,
    title,
    source_url,
    refused,
  }));
  const common = { waits, fault, server: account?.server ?? pairing?.server ?? builtServer() };
  if (!account) return { ...common, pairing: pairing?.user_code };
  const page = tab && isWeb(tab.url) ? await readTab(tab, 'facts') : undefined;
  const found = await siteTemplateOf(tab?.url ?? '', page);
  const title = found?.says.title || page?.title || tab?.title;
  const template = found && { name: found.template.name, kind: found.template.clip_type, tags: found.says.tags };
  return { ...common, name: account.name, tab: tab && { url: tab.url, title }, page, template };
}

/** What takes the network, and may come later than the popup. */
async function moreOf() {
  const [tab, account] = await Promise.all([activeTab(), readStored('account')]);
  if (!account) return {};
  const url = tab?.url ?? '';
  const [known, targets, templates, status] = await Promise.all([
    isWeb(url) ? call<{ clips: object[] }>(account, 'GET', `/known?url=${encodeURIComponent(url)}`) : undefined,
    call<{ targets: object[] }>(account, 'GET', '/targets'),
    call<{ templates: SiteTemplate[] }>(account, 'GET', '/templates'),
    call<{ quota: object }>(account, 'GET', '/status'),
  ]);
  if (templates.ok) await writeStored({ templates: templates.body.templates });
  if (!status.ok && status.kind === 'credential') await endAccount();
  const highlights = tab ? await showHighlights(tab) : [];
  return {
    known: known?.ok ? known.body.clips : [],
    targets: targets.ok ? targets.body.targets : undefined,
    quota: status.ok ? status.body.quota : undefined,
    isOffline: !status.ok && status.kind === 'offline',
    isEnded: !status.ok && status.kind === 'credential',
    highlights: highlights.length,
  };
}

interface Asked {
  type: string;
  server?: string;
  q?: string;
  id?: number;
  client_id?: string;
  kind?: ClipType;
  changes?: Partial<ClipBody>;
}

async function taken({ kind = 'article', changes = {} }: Asked) {
  const tab = await activeTab();
  if (!tab?.id || !isWeb(tab.url)) return { state: 'refused', detail: translate('clipper.extension.not_here') };
  const { body, fault, left } = await clipOf(tab, kind);
  return { ...(await sendClip(withChoices(body, changes))), fault, left };
}

async function ofAccount(method: string, path: string, body?: object) {
  const account = await readStored('account');
  return account ? call(account, method, path, body) : { ok: false, kind: 'credential', detail: '' };
}

async function disconnect(): Promise<void> {
  const account = await readStored('account');
  const status = account && (await call<{ device: { id: number } | null }>(account, 'GET', '/status'));
  if (account && status?.ok && status.body.device) await call(account, 'DELETE', `/devices/${status.body.device.id}`);
  await forget('account', 'templates');
}

const answers: Record<string, (asked: Asked) => unknown> = {
  state: stateOf,
  more: moreOf,
  async connect({ server = '' }) {
    const address = serverAddress(server);
    if (!address) return { ok: false, detail: translate('clipper.extension.bad_server') };
    const begun = await requestPairing(address);
    if (begun.ok) void pollToTheEnd().then(() => sendWaiting());
    return begun;
  },
  poll,
  disconnect,
  clip: taken,
  targets: ({ q = '' }) => ofAccount('GET', `/targets?q=${encodeURIComponent(q)}`),
  undo: ({ id }) => ofAccount('PATCH', `/clips/${id}`, { undone: true }),
  async highlight() {
    const tab = await activeTab();
    return tab ? highlightSelection(tab) : false;
  },
  async unhighlight() {
    const tab = await activeTab();
    return tab ? removeHighlights(tab) : false;
  },
  retry: sendWaiting,
  home: ({ client_id = '' }) => sendHome(client_id),
  async drop({ client_id = '' }) {
    await removeQueuedClip(client_id);
    await showCount();
  },
};

/** At once: browsers wake a background for what it listens to from its beginning. */
export function startBackground(): void {
  const { runtime, commands, contextMenus, alarms } = browser();
  runtime.onMessage.addListener((asked: Asked, sender, answer) => {
    // Pages of this extension alone, and nothing that runs in a page of the web.
    if (sender.id !== runtime.id || !sender.url?.startsWith(runtime.getURL(''))) return false;
    const work = async () => answers[asked.type]?.(asked);
    void work().then(answer, (error) =>
      answer({ ok: false, state: 'refused', detail: translate('clipper.extension.failed', { reason: String(error) }) }),
    );
    return true;
  });
  runtime.onInstalled.addListener(() => void makeMenus());
  runtime.onStartup.addListener(() => void makeMenus().then(sendWaiting));
  contextMenus.onClicked.addListener((click, tab) => void clicked(click, plainTab(tab)));
  commands.onCommand.addListener(async (name, tab) =>
    quietly(plainTab(tab), name === 'clip-selection' ? 'selection' : await quietKind(tab)),
  );
  alarms.onAlarm.addListener(({ name }) => {
    if (name === SEND_ALARM) void sendWaiting();
    if (name === PAIRING_ALARM) void poll().then((isOver) => (isOver ? sendWaiting() : undefined));
  });
  addEventListener('online', () => void sendWaiting());
}
