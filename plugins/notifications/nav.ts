// What notifications add to menus, and the words that only they say in the browser.
import type { App } from '../../core/kernel/app.ts';
import type { NavEntry } from '../../core/kernel/plugin.ts';

export const nav: NavEntry[] = [
  { slot: 'sidebar', label: 'notifications.title', href: '/notifications', icon: 'bell', order: 15 },
  { slot: 'account', label: 'notifications.preferences', href: '/notifications/preferences', icon: 'bell', order: 30 },
  { slot: 'page-menu', label: 'notifications.watch.nav', href: '/pages/{page_id}/watching', icon: 'eye', order: 15 },
];

/** Apart from what every page loads: few open the list. */
export function addMessages(app: App): void {
  const words = { bell: /^notifications\.bell\./, inbox: /^notifications\.(inbox\.|newer|older)/ };
  for (const locale of app.messages.locales)
    for (const [part, keys] of Object.entries(words))
      app.assets.addScript(`${part}-messages-${locale}.js`, () => app.messages.addingScript(locale, keys));
}
