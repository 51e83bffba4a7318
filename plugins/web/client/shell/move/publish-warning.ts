// Asks before a move shows a page to everybody.
import { confirmed } from '../../../../../core/client/dialog.ts';
import { t } from '../../../../../core/client/messages.ts';
import { loadMoveWords } from './move-words.ts';

export async function isMeantForAll(title: string): Promise<boolean> {
  await loadMoveWords();
  const label = t('web.moves.publish_yes');
  return confirmed(t('web.moves.publish', { title }), t('web.moves.publish_text'), { label });
}
