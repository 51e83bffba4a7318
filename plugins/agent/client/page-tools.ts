// The agent beside the page that is shown, by its key; the rest comes when that is pressed.
import { isBeside } from '../../../core/client/peek-request.ts';
import { addShortcut } from '../../../core/client/shortcuts.ts';
import { failed } from '../../../core/client/toast.ts';
import { agentShortcuts } from '../shortcuts.ts';

if (!isBeside())
  for (const one of agentShortcuts)
    addShortcut(one, () => import('./parts/place.ts').then(({ openAgent }) => openAgent()).catch(failed));
