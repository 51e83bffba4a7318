// A Chromium that can load extensions, which the packaged one cannot: that of the system, where there is one. The button
// of the extension is pressed as by a person, so that the browser lets it read the tab.
import { existsSync, rmSync } from 'node:fs';
import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { scratchFolder } from '../../testing/folders.ts';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser'];

/** Its program, or undefined where there is none. */
export const extensionBrowserProgram = (): string | undefined =>
  [process.env.CHROME_BIN ?? '', ...PLACES].find((path) => path && existsSync(path));

export interface ExtensionBrowser {
  context: BrowserContext;
  /** of the extension */
  id: string;
  /** presses the button on the tab of a page; returns the popup that opens */
  press(page: Page): Promise<Popup>;
  /** what the background of the extension gives back */
  inWorker<T>(expression: string): Promise<T>;
  close(): Promise<void>;
}

/** The popup, which is no page for the driver of the browser. */
export interface Popup {
  evaluate<T>(expression: string): Promise<T>;
  /** waits until the expression is true */
  until(expression: string): Promise<void>;
  close(): Promise<void>;
}

const ARGS = ['--no-sandbox', '--disable-dev-shm-usage', '--enable-unsafe-extension-debugging'];
const POLL_MS = 50;

interface Target {
  targetId: string;
  type: string;
  url: string;
}

/** @param folder the unpacked extension */
export async function openExtensionBrowser(program: string, folder: string): Promise<ExtensionBrowser> {
  const { chromium } = await import('playwright-core');
  const profile = scratchFolder('profile');
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: program,
    locale: 'en-GB',
    ignoreDefaultArgs: ['--disable-extensions'],
    args: [...ARGS, `--disable-extensions-except=${folder}`, `--load-extension=${folder}`],
  });
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  const id = new URL(worker.url()).host;
  const session = await (context.browser() ?? raise()).newBrowserCDPSession();
  return {
    context,
    id,
    inWorker: (expression) => worker.evaluate(expression) as Promise<never>,
    press: (page) => press(context, session, page, id),
    async close() {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

const raise = (): never => {
  throw new Error('the browser of the context is not known');
};

async function press(context: BrowserContext, session: CDPSession, page: Page, id: string): Promise<Popup> {
  await page.bringToFront();
  const own = await context.newCDPSession(page);
  const { targetInfo } = (await own.send('Target.getTargetInfo')) as { targetInfo: Target };
  const { targetInfos } = (await session.send('Target.getTargets', { filter: [{ type: 'tab' }] } as never)) as {
    targetInfos: Target[];
  };
  const tab = targetInfos.find(({ url }) => url === targetInfo.url);
  await session.send('Extensions.triggerAction' as never, { id, targetId: tab?.targetId } as never);
  const popup = `chrome-extension://${id}/page.html`;
  for (;;) {
    const all = (await session.send('Target.getTargets')) as { targetInfos: Target[] };
    const found = all.targetInfos.find(({ url }) => url === popup);
    if (found) return attached(session, found.targetId);
    await new Promise((done) => setTimeout(done, POLL_MS));
  }
}

/** Talks to a target that the driver does not know of, through the session of the browser. */
async function attached(session: CDPSession, targetId: string): Promise<Popup> {
  const { sessionId } = (await session.send('Target.attachToTarget', { targetId, flatten: false })) as {
    sessionId: string;
  };
  let count = 0;
  const send = (method: string, params: object): Promise<Record<string, never>> => {
    const id = ++count;
    return new Promise((done, failed) => {
      const listen = (event: { sessionId: string; message: string }) => {
        const message = JSON.parse(event.message);
        if (event.sessionId !== sessionId || message.id !== id) return;
        session.off('Target.receivedMessageFromTarget', listen);
        if (message.error) failed(new Error(message.error.message));
        else done(message.result);
      };
      session.on('Target.receivedMessageFromTarget', listen);
      session
        .send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method, params }) })
        .catch(failed);
    });
  };
  const evaluate = async <T>(expression: string): Promise<T> => {
    const { result, exceptionDetails } = await send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
    return (result as unknown as { value: T }).value;
  };
  return {
    evaluate,
    async until(expression) {
      while (!(await evaluate<boolean>(`Boolean(${expression})`)))
        await new Promise((done) => setTimeout(done, POLL_MS));
    },
    close: async () => void (await session.send('Target.closeTarget', { targetId })),
  };
}
