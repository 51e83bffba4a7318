// The form of a new page where somebody asked for a page and not for a form: the app's shortcut leads here.
import { failed } from '../../../core/client/toast.ts';
import { TypeAhead } from '../../../core/client/type-ahead/type-ahead.ts';
import { makePage } from './shell/new-page.ts';

if (location.hash === '#now')
  makePage(location.href, (address) => location.replace(address), new TypeAhead()).catch(failed);
