// The library: tabs, filters and pages, drawn by the server and woken here, where a tab comes without a new page.
import { useEffect, useRef, useState } from 'preact/hooks';
import { island } from '../../../core/client/island.ts';
import { t } from '../../../core/client/messages.ts';
import { BulkBar } from './parts/bulk-bar.tsx';
import { EmptyTab } from './parts/empty-tab.tsx';
import { FilterList } from './parts/filter-list.tsx';
import {
  addressOfList,
  isTopOnly,
  type LibraryProps,
  type LibraryRequest,
  librarySearch,
  loadLibrary,
  queryOf,
} from './parts/library-query.ts';
import { Narrowing } from './parts/narrowing-form.tsx';
import { PageTable } from './parts/page-table.tsx';
import { TabList } from './parts/tab-list.tsx';

function Library(props: LibraryProps) {
  const [state, setState] = useState({ query: props.query, items: props.items, total: props.total, now: props.now });
  const [filters, setFilters] = useState(props.filters);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [message, setMessage] = useState('');
  const [isBusy, setBusy] = useState(false);
  // An answer to an older question is not shown any more.
  const asked = useRef(0);

  const show = async (query: LibraryRequest, { isKept = true, isTyped = false } = {}) => {
    asked.current += 1;
    const mine = asked.current;
    setBusy(true);
    setMessage('');
    try {
      const found = await loadLibrary(query, props.activeId);
      if (mine !== asked.current) return;
      setState({ query, ...found, now: new Date().toISOString() });
      setChosen(new Set());
      const address = addressOfList(query);
      if (isKept && address !== location.pathname + location.search)
        history[isTyped ? 'replaceState' : 'pushState'](null, '', address);
    } catch (error) {
      if (mine === asked.current) setMessage((error as Error).message);
    } finally {
      if (mine === asked.current) setBusy(false);
    }
  };
  const { query, items, total, now } = state;
  useEffect(() => {
    const goBack = () => void show(queryOf(location.search, query), { isKept: false });
    addEventListener('popstate', goBack);
    return () => removeEventListener('popstate', goBack);
  });
  const last = Math.ceil(total / query.limit);
  return (
    <div class="library colours wide" aria-busy={isBusy}>
      {query.tab !== 'tagged' && <TabList {...{ tabs: props.tabs, query, show }} />}
      <div class="library-head">
        <Narrowing {...{ query, tags: props.tags, workspaces: props.workspaces, show }} />
        {query.tab !== 'tagged' && (
          <FilterList {...{ filters, setFilters, query, csrf: props.csrf, setMessage, show }} />
        )}
      </div>
      {items.length === 0 ? (
        <EmptyTab {...{ query, message, show, sprite: props.sprite }} />
      ) : (
        <form method="post" action="/library/bulk">
          <input type="hidden" name="csrf" value={props.csrf} />
          <input type="hidden" name="from" value={librarySearch(query)} />
          <div class="library-bar">
            <p class="meta" role="status">
              {message ||
                (chosen.size
                  ? t('library.list.selected', { count: chosen.size })
                  : t(isTopOnly(query) ? 'library.list.count_top' : 'library.list.count', { count: total }))}
            </p>
            <BulkBar {...{ items, chosen, setChosen, setMessage }} done={() => void show(query, { isKept: false })} />
          </div>
          <PageTable
            {...{ items, chosen, setChosen, now, sprite: props.sprite, language: props.language, zone: props.zone }}
            {...{ workspaces: props.workspaces, query, show }}
          />
        </form>
      )}
      {last > 1 && (
        <nav class="turns" aria-label={t('library.list.turns')}>
          {[query.page - 1, query.page + 1].map(
            (page, at) =>
              page >= 1 &&
              page <= last && (
                <a
                  key={at}
                  class="button"
                  href={addressOfList({ ...query, page })}
                  rel={at ? 'next' : 'prev'}
                  onClick={(event) => {
                    event.preventDefault();
                    void show({ ...query, page });
                  }}
                >
                  {t(at ? 'library.list.after' : 'library.list.before')}
                </a>
              ),
          )}
        </nav>
      )}
    </div>
  );
}

export default island('library', Library);
