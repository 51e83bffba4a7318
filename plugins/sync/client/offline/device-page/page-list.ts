// The pages that are kept on this device, by the reasons for it, with how much room each takes.
import { el } from '../../../../../core/client/dom.ts';
import { number, t } from '../../../../../core/client/messages.ts';
import { sizeOf } from '../reasons.ts';
import type { Store } from '../store.ts';

const KILOBYTE = 1024;

export async function drawKept(store: Store, place: HTMLElement): Promise<void> {
  const [documents, reasons] = await Promise.all([store.getAll('documents'), store.getAll('reasons')]);
  const whyOf = new Map(reasons.map((one) => [one.id, one.reasons]));
  const rows = await Promise.all(
    documents.map(async (document_) => ({
      document_,
      page: await store.get('pages', document_.id),
      why: whyOf.get(document_.id) ?? [],
    })),
  );
  const shown = rows.filter(({ page }) => page !== undefined).sort((a, b) => b.document_.seen_at - a.document_.seen_at);
  if (!shown.length) return place.replaceChildren(el('p', { class: 'hint' }, t('sync.offline.none_kept_words')));
  const lines = shown.map(({ document_, page, why }) =>
    el(
      'tr',
      {},
      el('th', { scope: 'row' }, el('a', { href: `/pages/${document_.id}` }, page?.title || t('core.client.untitled'))),
      el('td', {}, why.map((one) => t(`sync.offline.reason.${one}`)).join(', ')),
      el(
        'td',
        { class: 'number' },
        t('sync.offline.kilobytes', { size: number(Math.ceil(sizeOf(document_) / KILOBYTE)) }),
      ),
    ),
  );
  const head = ['page', 'why', 'size'].map((one) => el('th', { scope: 'col' }, t(`sync.offline.column.${one}`)));
  const table = el('table', { class: 'table' }, el('thead', {}, el('tr', {}, ...head)), el('tbody', {}, ...lines));
  place.replaceChildren(el('p', {}, t('sync.offline.kept_count', { count: shown.length })), table);
}
