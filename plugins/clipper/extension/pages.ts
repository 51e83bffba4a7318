// The pages of the extension: one script for both, since most of it is the same.
import { browser } from './parts/browser-api.ts';
import { startOptions } from './parts/options.ts';
import { startPopup } from './parts/popup.ts';

document.documentElement.lang = browser().i18n.getUILanguage();
void (document.body.className === 'popup' ? startPopup() : startOptions());
