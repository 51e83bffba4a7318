// One script for the background of the extension and both of its pages, since most of it is the same.
import { mainElement } from './parts/ask.ts';
import { startBackground } from './parts/background.ts';
import { browser } from './parts/browser-api.ts';
import { startOptions } from './parts/options.ts';
import { startPopup } from './parts/popup.ts';

if (mainElement) {
  document.documentElement.lang = browser().i18n.getUILanguage();
  document.body.className = location.hash ? 'options' : 'popup';
  void (location.hash ? startOptions() : startPopup());
} else startBackground();
