// In a view without rows: that its search or its filter lets none through, and the way back to all of them.
import { t } from '../../../../../core/client/messages.ts';
import { failed } from '../../../../../core/client/toast.ts';
import type { Model } from '../model.ts';

export function NoMatch({ model, total }: { model: Model; total: number | null }) {
  if (total !== 0 || !model.drafts.isNarrowed || /^(chart|form)$/.test(model.view.kind)) return null;
  const clearFilter = ({ currentTarget }: { currentTarget: HTMLElement }) => {
    // The button goes with what it clears.
    currentTarget.closest('.database')?.querySelector<HTMLElement>('[data-tool="filter"]')?.focus();
    model.drafts.change({ filter: null }).catch(failed);
  };
  const [text, label, clear] = model.search
    ? (['databases.view.search_none', 'databases.view.search_clear', () => model.drafts.endSearch()] as const)
    : (['databases.view.filter_none', 'databases.view.filter_clear', clearFilter] as const);
  return (
    <p class="no-match">
      {t(text)}{' '}
      <button type="button" class="button" onClick={clear}>
        {t(label)}
      </button>
    </p>
  );
}
