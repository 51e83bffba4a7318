// The switch in the dialog of sharing that publishes a page as it is first offered, or takes it back.
import type { Ctx } from '../../core/kernel/context.ts';
import type { PublicationSwitch } from '../permissions/contract.ts';
import { publicationStore } from './store.ts';

/**
 * On, it leaves everything to the settings that the page of publishing shows then; off, those are gone, as by *Take back*
 * there, which is why it asks.
 */
export async function switchOf(ctx: Ctx, pageId: number): Promise<PublicationSwitch> {
  const t = ctx.app.messages.in(ctx.locale);
  const isOn = (await publicationStore.byPage(ctx, pageId)) !== undefined;
  const settings = `/pages/${pageId}/publishing`;
  return {
    label: t('publish.short'),
    isOn,
    action: isOn ? `${settings}/end` : settings,
    // A page that is no database has none, and rows are what a database is read for.
    fields: isOn ? {} : { shows_rows: 'on' },
    question: isOn ? t('publish.switch.question') : '',
  };
}
