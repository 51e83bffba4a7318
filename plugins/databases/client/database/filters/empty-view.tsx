// In a view without rows: that its search or its filter lets none through, and the way back to all of them; or a beginning.
import { t } from '../../../../../core/client/messages.ts';
import { failed } from '../../../../../core/client/toast.ts';
import { TEMPLATE_WANTED, type TemplateRequest } from '../../../../blocks/client/reading/embedded-database.ts';
import type { Model } from '../model.ts';

interface Emptiness {
  model: Model;
  total: number | null;
}

function NoMatch({ model, total }: Emptiness) {
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

/** What a database in a text offers while it holds nothing: it may begin from a template instead. */
function TemplateOffer({ model, total }: Emptiness) {
  if (total !== 0 || model.drafts.isNarrowed || model.properties.length > 1 || !model.isEditable) return null;
  const ask = ({ currentTarget }: { currentTarget: HTMLElement }) => {
    const { page_id: pageId, workspace_id: workspaceId, name } = model.collection;
    const detail: TemplateRequest = { pageId, workspaceId, name };
    currentTarget.dispatchEvent(new CustomEvent(TEMPLATE_WANTED, { bubbles: true, detail }));
  };
  return (
    <p class="no-match template-offer">
      <button type="button" class="button quiet" onClick={ask}>
        {t('databases.view.begin_template')}
      </button>
    </p>
  );
}

/** `mayBegin`: in a text whose block may show another database instead. */
export function EmptyView({ mayBegin, ...shown }: Emptiness & { mayBegin: boolean }) {
  return (
    <>
      <NoMatch {...shown} />
      {mayBegin && <TemplateOffer {...shown} />}
    </>
  );
}
