// A small double of what browsers give extensions, for browsers that load none: popup and background run in one page of
// their own, and a tab is what a test says it is. Calls of the service are passed on as an extension would make them.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { extensionParts } from '../../plugins/clipper/extension-files.ts';
import type { TestApp } from '../kit/app.ts';
import { EXTENSION } from './device.ts';

const TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css',
  js: 'text/javascript',
  json: 'application/json',
  png: 'image/png',
};

/** What a tab holds, as the reader would find it. */
export interface DoubledTab {
  url: string;
  title: string;
  html?: string;
  hasSelection?: boolean;
  /** the browser lets no script in */
  isClosed?: true;
  /** its own scripts never end */
  isBusy?: true;
}

export interface Doubled {
  page: Page;
  open(tab: DoubledTab): Promise<void>;
  options(): Promise<void>;
  /** the button's badge */
  badge(): Promise<string>;
  /** fires an event of the browser, such as `alarms.onAlarm` */
  fire(event: string, ...values: unknown[]): Promise<void>;
  /** the alarm that was set last */
  alarm(): Promise<string | null>;
  /** addresses of tabs that the extension has opened */
  tabs(): Promise<string[]>;
  /** from now on nobody answers, or somebody again */
  cut(isCut: boolean): void;
  /** from now on the service fails at clips of this address */
  failAt(address: string): void;
  close(): void;
}

/** Runs in the page, before anything of the extension. */
function double(words: Record<string, { message: string }>, language: string): void {
  const listeners: Record<string, ((...values: never[]) => unknown)[]> = {};
  const event = (name: string) => ({
    addListener: (one: (...values: never[]) => unknown) => {
      listeners[name] = [...(listeners[name] ?? []), one];
    },
  });
  const read = (name: string) => JSON.parse(sessionStorage.getItem(name) ?? 'null');
  const write = (name: string, value: unknown) => sessionStorage.setItem(name, JSON.stringify(value));
  const tab = () => ({ id: 1, windowId: 1, ...read('tab') });
  const fire = (name: string, values: unknown[]) => listeners[name]?.map((one) => one(...(values as never[])));
  const pageRead = () => ({
    ...{ title: tab().title, html: tab().html ?? '', pictures: [], hasSelection: tab().hasSelection === true },
    properties: { author: 'Ada Keeper' },
  });
  const api = {
    runtime: {
      ...{
        id: 'double',
        getURL: (path: string) => `${location.origin}/${path}`,
        getManifest: () => ({ homepage_url: 'http://localhost:3000' }),
      },
      ...{
        openOptionsPage: async () => {},
        onInstalled: event('runtime.onInstalled'),
        onStartup: event('runtime.onStartup'),
      },
      onMessage: event('runtime.onMessage'),
      sendMessage: (message: unknown) =>
        new Promise((answer) => fire('runtime.onMessage', [message, { id: 'double', url: location.href }, answer])),
    },
    storage: {
      local: {
        get: async (names: string[]) =>
          Object.fromEntries(names.flatMap((name) => (read(name) === null ? [] : [[name, read(name)]]))),
        async set(values: object) {
          for (const [name, value] of Object.entries(values)) write(name, value);
        },
        async remove(names: string[]) {
          for (const name of names) sessionStorage.removeItem(name);
        },
      },
    },
    tabs: {
      query: async () => [tab()],
      create: async ({ url }: { url: string }) => write('opened', [...(read('opened') ?? []), url]),
      captureVisibleTab: async () => tab().picture,
    },
    scripting: {
      insertCSS: async () => {},
      async executeScript({ files, func }: { files?: string[]; func?: unknown }) {
        if (tab().isBusy) await new Promise(() => {});
        if (tab().isClosed) throw new Error('Cannot access this page');
        return [{ result: files || !String(func).includes('.read(') ? undefined : pageRead() }];
      },
    },
    action: {
      setBadgeText: async ({ text }: { text: string }) => write('badge', text),
      ...{ setBadgeBackgroundColor: async () => {}, setTitle: async () => {} },
    },
    alarms: {
      create: (name: string) => write('alarm', name),
      clear: async () => true,
      onAlarm: event('alarms.onAlarm'),
    },
    contextMenus: {
      ...{
        create: (menu: unknown) => write('menus', [...(read('menus') ?? []), menu]),
        removeAll: async () => write('menus', []),
      },
      onClicked: event('contextMenus.onClicked'),
    },
    commands: { onCommand: event('commands.onCommand') },
    i18n: { getMessage: (name: string) => words[name]?.message ?? '', getUILanguage: () => language },
  };
  Object.assign(globalThis, { chrome: api, fire });
}

/** @param language of the browser */
export async function openDouble(t: TestApp, page: Page, language = 'en'): Promise<Doubled> {
  const parts = await extensionParts(t.app, 'chromium');
  const server = createServer((request, response) => {
    const name = String(request.url).slice(1);
    const part = parts.get(name);
    if (!part) return void response.writeHead(404).end();
    const text = name.endsWith('.html')
      ? // Before there is anything of a page, the script is the background.
        part.toString().replace('<meta', '<script src="main.js"></script><meta')
      : part;
    response.setHeader('content-type', TYPES[name.split('.').at(-1) as string] ?? 'text/plain').end(text);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let isCut = false;
  let failing: string | undefined;
  await page.route('**/api/v2/web-clipper/**', async (route) => {
    if (isCut) return route.abort();
    const request = route.request();
    if (request.method() === 'OPTIONS')
      return route.fulfill({
        status: 200,
        headers: {
          'access-control-allow-origin': '*',
          'access-control-allow-headers': '*',
          'access-control-allow-methods': '*',
        },
      });
    const { pathname, search } = new URL(request.url());
    const { authorization, 'content-type': type } = request.headers();
    const headers = { ...EXTENSION, ...(authorization && { authorization }), ...(type && { 'content-type': type }) };
    const body = request.postData() ?? undefined;
    if (failing && body?.includes(failing)) return route.fulfill({ status: 502, body: '' });
    const answer = await t.inject(request.method(), pathname + search, { headers, body });
    const retry = answer.headers['retry-after'];
    return route.fulfill({
      status: answer.status,
      body: answer.text,
      headers: {
        'content-type': 'application/json',
        'access-control-allow-origin': '*',
        'access-control-expose-headers': '*',
        ...(retry && { 'retry-after': String(retry) }),
      },
    });
  });
  const words = JSON.parse(String(parts.get(`_locales/${language}/messages.json`)));
  await page.addInitScript(`(${double.toString()})(${JSON.stringify(words)}, ${JSON.stringify(language)})`);
  await page.goto(`${origin}/manifest.json`);
  const value = <T>(name: string) =>
    page.evaluate((key) => JSON.parse(sessionStorage.getItem(key) ?? 'null'), name) as Promise<T>;
  return {
    page,
    async open(tab) {
      await page.evaluate((held) => sessionStorage.setItem('tab', held), JSON.stringify(tab));
      await page.goto(`${origin}/manifest.json`);
      await page.goto(`${origin}/page.html`);
      await page.locator('main:not([aria-busy])').waitFor();
    },
    async options() {
      await page.goto(`${origin}/manifest.json`);
      await page.goto(`${origin}/page.html#settings`);
    },
    badge: async () => (await value<string>('badge')) ?? '',
    alarm: () => value<string | null>('alarm'),
    tabs: async () => (await value<string[]>('opened')) ?? [],
    fire: (event, ...values) =>
      page.evaluate(
        ([name, given]) => (globalThis as never as { fire(name: unknown, values: unknown): void }).fire(name, given),
        [event, values],
      ) as Promise<void>,
    cut(now) {
      isCut = now;
    },
    failAt(address) {
      failing = address;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
