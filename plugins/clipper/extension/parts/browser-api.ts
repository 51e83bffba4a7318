// What the extension asks of the browser: the few functions of its API, which both families of browsers have.
export interface BrowserTab {
  id?: number;
  windowId?: number;
  url?: string;
  title?: string;
}

interface Listeners<Listener> {
  addListener(listener: Listener): void;
}

export interface MenuClick {
  menuItemId: string | number;
  linkUrl?: string;
  srcUrl?: string;
  selectionText?: string;
}

export interface BrowserApi {
  runtime: {
    id: string;
    getURL(path: string): string;
    getManifest(): { homepage_url: string };
    sendMessage(message: unknown): Promise<unknown>;
    openOptionsPage(): Promise<void>;
    onMessage: Listeners<
      (message: never, sender: { id?: string; url?: string }, answer: (value: unknown) => void) => boolean
    >;
    onInstalled: Listeners<() => void>;
    onStartup: Listeners<() => void>;
  };
  storage: {
    local: {
      get(keys: string[]): Promise<Record<string, unknown>>;
      set(values: Record<string, unknown>): Promise<void>;
      remove(keys: string[]): Promise<void>;
    };
  };
  tabs: {
    query(what: { active: true; currentWindow: true }): Promise<BrowserTab[]>;
    create(what: { url: string }): Promise<BrowserTab>;
    captureVisibleTab(
      windowId: number | undefined,
      options: { format: 'png' | 'jpeg'; quality?: number },
    ): Promise<string>;
  };
  scripting: {
    executeScript(what: {
      target: { tabId: number };
      files?: string[];
      func?: (...args: never[]) => unknown;
      args?: unknown[];
    }): Promise<{ result?: unknown }[]>;
    insertCSS(what: { target: { tabId: number }; css: string }): Promise<void>;
  };
  action: {
    setBadgeText(what: { text: string }): Promise<void>;
    setBadgeBackgroundColor(what: { color: string }): Promise<void>;
    setTitle(what: { title: string }): Promise<void>;
  };
  alarms: {
    create(name: string, when: { delayInMinutes: number; periodInMinutes?: number }): Promise<void> | void;
    clear(name: string): Promise<boolean>;
    onAlarm: Listeners<(alarm: { name: string }) => void>;
  };
  contextMenus: {
    create(what: { id: string; title: string; contexts: string[] }): void;
    removeAll(): Promise<void>;
    onClicked: Listeners<(click: MenuClick, tab?: BrowserTab) => void>;
  };
  commands: { onCommand: Listeners<(name: string, tab?: BrowserTab) => void> };
  i18n: { getMessage(name: string): string; getUILanguage(): string };
}

declare const chrome: BrowserApi;

/** Under this name in both families; it gives promises in both since the third version of manifests. */
export const browser = (): BrowserApi => chrome;
