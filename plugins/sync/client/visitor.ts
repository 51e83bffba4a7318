// A page of nobody in a browser that keeps pages of somebody. The word is set by who keeps pages on this device; what
// there is to do then is loaded only where it is there.
import { failed } from '../../../core/client/toast.ts';

if (localStorage.getItem('commonplace-offline'))
  import('./offline/page-session.ts').then((module) => module.startVisit()).catch(failed);
