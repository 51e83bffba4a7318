// The form of a new page where somebody asked for a page and not for a form: the app's shortcut leads here.
import { titleField } from '../../../core/client/type-ahead/title-field.ts';
import { makePage } from './shell/new-page.ts';

if (location.hash === '#now') void makePage(location.href, (address) => location.replace(address), titleField());
