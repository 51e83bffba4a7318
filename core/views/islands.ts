// Renders islands on the server with the very components that the browser wakes up.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Translate } from '../i18n/messages.ts';
import { escapeHtml } from './html-escape.ts';

const require = createRequire(import.meta.url);

export class Islands {
  #folder = '';

  /** `folder` holds the build for the server: one module an island, whose default export is its component. */
  useBuild(folder: string): void {
    this.#folder = folder;
  }

  /** The element of an island with its first picture. @throws Error for an unknown name */
  render(name: string, props: object, translate: Translate): string {
    const path = join(this.#folder, `${name}.js`);
    if (!existsSync(path)) throw new Error(`there is no island ${name}`);
    const { h } = require('preact') as typeof import('preact');
    const { renderToString } = require('preact-render-to-string') as typeof import('preact-render-to-string');
    const { default: component } = require(path) as { default: import('preact').ComponentType };
    // Rendering does not wait for anything, so nobody else can see this translation.
    globalThis.commonplaceTranslate = translate;
    try {
      const html = renderToString(h(component, props));
      return `<div data-island="${escapeHtml(name)}" data-props="${escapeHtml(JSON.stringify(props))}">${html}</div>`;
    } finally {
      globalThis.commonplaceTranslate = undefined;
    }
  }
}

declare global {
  var commonplaceTranslate: Translate | undefined;
}
