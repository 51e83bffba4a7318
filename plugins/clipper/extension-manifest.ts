// What each browser is told of the extension: one code, two manifests, and no right on any site.
export type ExtensionBrowser = 'chromium' | 'firefox';

/** What an extension of this service may do by itself; sites are read only when somebody asks for one. */
export const PERMISSIONS = ['activeTab', 'scripting', 'storage', 'contextMenus', 'alarms'];

/** As manifests name words, which the browser puts in. */
const message = (key: string): string => `__MSG_${key.slice('clipper.extension.'.length)}__`;

const shared = {
  manifest_version: 3,
  name: message('clipper.extension.name'),
  description: message('clipper.extension.about'),
  default_locale: 'en',
  // Browsers make it as large as they need it, and take it and the name for the button, too.
  icons: { 48: 'icon.png' },
  permissions: PERMISSIONS,
  action: { default_popup: 'page.html' },
  options_ui: { page: 'page.html#settings', open_in_tab: true },
  commands: {
    'clip-page': { suggested_key: { default: 'Alt+Shift+C' }, description: message('clipper.extension.clip_page') },
    'clip-selection': {
      suggested_key: { default: 'Alt+Shift+S' },
      description: message('clipper.extension.clip_selection'),
    },
  },
};

const own = {
  chromium: { minimum_chrome_version: '120', background: { service_worker: 'main.js' } },
  firefox: {
    background: { scripts: ['main.js'] },
    browser_specific_settings: {
      gecko: { id: 'clipper@commonplace.invalid', strict_min_version: '140.0' },
      gecko_android: {},
    },
  },
} satisfies Record<ExtensionBrowser, object>;

/** @param server the service that it is connected with unless somebody says otherwise */
export const extensionManifest = (browser: ExtensionBrowser, version: string, server: string) => ({
  ...shared,
  version,
  homepage_url: server,
  ...own[browser],
});
