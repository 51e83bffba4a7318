// The styles and words of a page in as few files as can be: what is to be there soon must not ask for much.
import type { App } from '../../core/kernel/app.ts';
import { pageParts } from './contract.ts';
import { COVERS, coverSvg } from './files/cover-gradients.ts';

/** Names and groups of emoji by language, for the picker; loaded when somebody opens it. */
const EMOJI = {
  ...Object.fromEntries(
    ['en', 'de'].map((locale) => [`emoji-${locale}.json`, `emojibase-data/${locale}/compact.json`]),
  ),
  // The names between colons that people know from elsewhere, the same in all languages.
  'emoji-names.json': 'emojibase-data/en/shortcodes/github.json',
};

/** `page-read.css`, `page-written.css`; and the words of what is written, with those of the frame, and of lively blocks. */
export function addPageAssets(app: App): void {
  app.assets.addVendor(EMOJI);
  for (const [name, colours] of Object.entries(COVERS))
    app.assets.addScript(`cover-${name}.svg`, () => coverSvg(colours));
  const parts = () => app.contributions(pageParts);
  const styles = (own: string[]) => () => app.assets.textOf([...own, ...parts().flatMap(({ style }) => style ?? [])]);
  app.assets.addScript('page-read.css', styles(['page.css']));
  app.assets.addScript('page-written.css', styles(['page.css', 'editor.css']));
  for (const locale of app.messages.locales) {
    const script = (keys: RegExp) => app.messages.addingScript(locale, keys);
    app.assets.addScript(`written-messages-${locale}.js`, () =>
      [
        /^(?:editor\.(?!shortcuts?_)|core\.date\.|blocks\.(?:diagram|formula|button))/,
        ...parts().flatMap(({ words }) => words ?? []),
      ]
        .map(script)
        .reduce((before, more) => before + more, app.messages.script(locale)),
    );
    app.assets.addScript(`blocks-messages-${locale}.js`, () =>
      script(/^(?:blocks\.(?:diagram|formula|button)|editor\.cop|editor\.code_copy)/),
    );
  }
}
