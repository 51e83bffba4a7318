// The library: tabs, filters and pages, drawn by the server and woken here, where a tab comes without a new page.
import { useEffect, useRef, useState } from 'preact/hooks';
import { island } from '../../../core/client/island.ts';
import { t } from '../../../core/client/messages.ts';
import { BulkBar } from './parts/bulk-bar.tsx';
import { EmptyTab } from './parts/empty-tab.tsx';
import { FilterList } from './parts/filter-list.tsx';
import { type LibraryProps, type LibraryRequest, librarySearch, loadLibrary, queryOf } from './parts/library-query.ts';
import { Narrowing } from './parts/narrowing-form.tsx';
import { PageTable } from './parts/page-table.tsx';

/** Of tabs that do not fit, the one that is chosen is never out of sight. */
function showTab(tab: HTMLElement | null): void {
  const list = tab?.closest('ul');
  // `scrollIntoView` would also let the first Tab begin here, behind the link to the content.
  if (tab && list) list.scrollLeft += middle(tab) - middle(list);
}

function middle(one: Element): number {
  const { left, right } = one.getBoundingClientRect();
  return (left + right) / 2;
}

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
      const address = `/library?${librarySearch(query)}`;
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
    <div class="library colours" aria-busy={isBusy}>
      <nav aria-label={t('library.list.tabs')}>
        <ul class="tabs one-line">
          {props.tabs.map((tab) => (
            <li key={tab}>
              <a
                href={`/library?${librarySearch({ ...query, tab, page: 1, sort: undefined })}`}
                aria-current={tab === query.tab ? 'page' : undefined}
                ref={tab === query.tab ? showTab : undefined}
                onClick={(event) => {
                  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                  event.preventDefault();
                  void show({ ...query, tab, page: 1, sort: undefined });
                }}
              >
                {t(`library.list.tab.${tab}`)}
              </a>
            </li>
          ))}
          <li>
            <a href="/tags">{t('library.list.tags')}</a>
          </li>
        </ul>
      </nav>
      <div class="library-head">
        <Narrowing {...{ query, tags: props.tags, workspaces: props.workspaces, show }} />
        <FilterList {...{ filters, setFilters, query, csrf: props.csrf, setMessage, show }} />
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
                  : t('library.list.count', { count: total }))}
            </p>
            <BulkBar {...{ chosen, setChosen, setMessage }} done={() => void show(query, { isKept: false })} />
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
                  href={`/library?${librarySearch({ ...query, page })}`}
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
