// What a tab says when it lists nothing: why, and for what is narrowed, how to see more.
import { t } from '../../../../core/client/messages.ts';
import { isNarrowed, type LibraryRequest, librarySearch, type ShowLibrary } from './library-query.ts';

interface Props {
  query: LibraryRequest;
  message: string;
  show: ShowLibrary;
  /** address of the icons */
  sprite: string;
}

const icon = (name: string): string => name;
const ICONS: Record<string, string> = {
  recents: icon('history'),
  favorites: icon('star'),
  shared: icon('users'),
  published: icon('globe'),
  private: icon('lock'),
  workspace: icon('files'),
};
/** Tabs that fill from the head of a page: where one is chosen. */
const STARTED_AT_PAGES = ['shared', 'published'];

function Narrowed({ query, show }: Pick<Props, 'query' | 'show'>) {
  const { tab, limit, owner, repo, q } = query;
  const whole: LibraryRequest = { tab, limit, page: 1, ...(owner && { owner }), ...(repo && { repo }) };
  return (
    <>
      <h2>{q ? t('library.list.none_named', { words: q }) : t('library.list.none_such')}</h2>
      <p class="button-row">
        <a
          class="button"
          href={`/library?${librarySearch(whole)}`}
          onClick={(event) => {
            event.preventDefault();
            void show(whole);
          }}
        >
          {t('library.list.clear')}
        </a>
        {q && (
          <a class="button quiet" href={`/search?${new URLSearchParams({ q })}`}>
            {t('library.list.search_all')}
          </a>
        )}
      </p>
    </>
  );
}

export const EmptyTab = ({ query, message, show, sprite }: Props) => (
  <>
    <p class="meta" role="status">
      {message}
    </p>
    <section class="empty">
      {isNarrowed(query) ? (
        <Narrowed {...{ query, show }} />
      ) : (
        <>
          <svg class="icon" aria-hidden="true">
            <use href={`${sprite}#${ICONS[query.tab]}`} />
          </svg>
          <h2>{t(`library.list.none.${query.tab}`)}</h2>
          <p>{t(`library.list.none_text.${query.tab}`)}</p>
          {STARTED_AT_PAGES.includes(query.tab) && (
            <p class="button-row">
              <a class="button" href="/local-workspace">
                {t(`library.list.begin.${query.tab}`)}
              </a>
            </p>
          )}
        </>
      )}
    </section>
  </>
);
