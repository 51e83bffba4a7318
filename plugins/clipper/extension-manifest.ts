// What each browser is told of the extension: one code, two manifests, and no right on any site.
export type ExtensionBrowser = 'chromium' | 'firefox';

/** What an extension of this service may do by itself; sites are read only when somebody asks for one. */
export const PERMISSIONS = ['activeTab', 'scripting', 'storage', 'contextMenus', 'alarms'];

/** As manifests name words, which the browser puts in. */
const message = (key: string): string => `__MSG_${key.slice('clipper.extension.'.length)}__`;

const icons = { 16: 'icon-16.png', 48: 'icon-48.png', 128: 'icon-128.png' };

const shared = {
  manifest_version: 3,
  name: message('clipper.extension.name'),
  description: message('clipper.extension.about'),
  default_locale: 'en',
  icons,
  permissions: PERMISSIONS,
  action: { default_popup: 'popup.html', default_icon: icons, default_title: message('clipper.extension.name') },
  options_ui: { page: 'options.html', open_in_tab: true },
  commands: {
    'clip-page': { suggested_key: { default: 'Alt+Shift+C' }, description: message('clipper.extension.clip_page') },
    'clip-selection': {
      suggested_key: { default: 'Alt+Shift+S' },
      description: message('clipper.extension.clip_selection'),
    },
  },
};

const own = {
  chromium: { minimum_chrome_version: '120', background: { service_worker: 'worker.js' } },
  firefox: {
    background: { scripts: ['worker.js'] },
    browser_specific_settings: {
      gecko: { id: 'clipper@commonplace.invalid', strict_min_version: '128.0' },
      gecko_android: { strict_min_version: '128.0' },
    },
  },
} satisfies Record<ExtensionBrowser, object>;

export const extensionManifest = (browser: ExtensionBrowser, version: string) => ({
  ...shared,
  version,
  ...own[browser],
});
