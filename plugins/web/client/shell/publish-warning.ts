// Asks before a move shows a page to everybody.
import { confirmed } from '../../../../core/client/dialog.ts';
import { t } from '../../../../core/client/messages.ts';

export const isMeantForAll = (title: string): Promise<boolean> =>
  confirmed(t('web.client.tree.publish', { title }), t('web.client.tree.publish_text'), {
    label: t('web.client.tree.publish_yes'),
  });
