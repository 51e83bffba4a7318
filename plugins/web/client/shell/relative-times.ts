// Times that say how long ago something was, such as "5 minutes ago", go on while the page is open.
import { t } from '../../../../core/client/messages.ts';
import { elapsedText } from '../../../../core/i18n/elapsed-time.ts';

export function refreshRelativeTimes(): void {
  for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-ago]')) {
    const age = Math.max(0, Date.now() - Date.parse(time.dateTime));
    const words = elapsedText(document.documentElement.lang, age, t('core.client.just_now'));
    // A date stays as the server has written it.
    if (words !== undefined && words !== time.textContent) time.textContent = words;
  }
}
