// Every item that an import made or changed, with links to the pages, some at a time.
import { useState } from 'preact/hooks';
import { t } from '../../../../core/client/messages.ts';
import { type ImportJob, loadJobItems, type MadeItem } from './job.ts';

export function MadeItems({ job }: { job: ImportJob }) {
  const [items, setItems] = useState<MadeItem[]>([]);
  const [total, setTotal] = useState<number | null>(null);
  const [page, setPage] = useState(0);
  const more = async () => {
    const found = await loadJobItems(job.id, page + 1);
    setItems([...items, ...found.items]);
    setTotal(found.total);
    setPage(page + 1);
  };
  return (
    <details
      onToggle={(event) => {
        // A failed request is told by the frame; opening it again asks again.
        if (event.currentTarget.open && total === null) void more().catch(() => {});
      }}
    >
      <summary>{t('importers.wizard.every_item')}</summary>
      <ul class="fault-list">
        {items.map(({ kind, name, page_id, is_new }, index) => (
          <li key={`${index} ${name}`}>
            {page_id === null ? name : <a href={`/pages/${page_id}`}>{name}</a>}{' '}
            <span class="meta">
              {t(`importers.wizard.node.${kind}`)} ·{' '}
              {t(is_new ? 'importers.wizard.is_new' : 'importers.wizard.is_updated')}
            </span>
          </li>
        ))}
      </ul>
      {total !== null && items.length < total && (
        <button type="button" class="button quiet" onClick={() => void more().catch(() => {})}>
          {t('importers.wizard.show_more')}
        </button>
      )}
    </details>
  );
}
