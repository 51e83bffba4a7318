// The tabs of the library, each of which comes without a new page.
import { t } from '../../../../core/client/messages.ts';
import { addressOfList, type LibraryProps, type LibraryRequest, type ShowLibrary } from './library-query.ts';

type Props = Pick<LibraryProps, 'tabs'> & { query: LibraryRequest; show: ShowLibrary };

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

export const TabList = ({ tabs, query, show }: Props) => (
  <nav aria-label={t('library.list.tabs')}>
    <ul class="tabs one-line">
      {tabs.map((tab) => {
        const next = { ...query, tab, page: 1, sort: undefined };
        return (
          <li key={tab}>
            <a
              href={addressOfList(next)}
              aria-current={tab === query.tab ? 'page' : undefined}
              ref={tab === query.tab ? showTab : undefined}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                event.preventDefault();
                void show(next);
              }}
            >
              {t(`library.list.tab.${tab}`)}
            </a>
          </li>
        );
      })}
      <li>
        <a href="/tags">{t('library.list.tags')}</a>
      </li>
    </ul>
  </nav>
);
