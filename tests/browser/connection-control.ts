// The lines of a page as a bad network has them, for tests of pages that are written together.
import type { Page, WebSocketRoute } from 'playwright-core';
import { until } from '../../testing/until.ts';
import type { Written } from './editor/editor.ts';

/** The sockets of a page, of its own text and of the synced blocks in it. */
export class Lines {
  readonly #open = new Set<WebSocketRoute>();
  isCut = false;
  /** as with a server that is stopped: nothing is closed, and nothing comes through */
  isMute = false;
  /** addresses of sockets that did not get through */
  readonly refused: string[] = [];

  async follow(page: Page): Promise<this> {
    await page.routeWebSocket(/\/ws\/(pages|synced)\//, (socket) => {
      if (this.isCut) {
        this.refused.push(socket.url());
        return void socket.close({ code: 1012 });
      }
      const server = socket.connectToServer();
      socket.onMessage((message) => this.isMute || server.send(message));
      server.onMessage((message) => this.isMute || socket.send(message));
      this.#open.add(socket);
    });
    return this;
  }

  async cut(): Promise<void> {
    this.isCut = true;
    for (const socket of this.#open) await socket.close({ code: 1012 });
    this.#open.clear();
  }

  /**
   * Waits until all is saved again. The browser says that the line is back, as it does after a real cut: how long the
   * page would wait by itself grows with the cut, and so with the load of the machine.
   */
  async mend({ page }: Pick<Written, 'page'>): Promise<void> {
    this.isCut = false;
    await until(async () => {
      await page.evaluate(() => void dispatchEvent(new Event('online')));
      return (await page.locator('.save-status').getAttribute('data-state')) === 'saved';
    }, 'the line');
  }
}
