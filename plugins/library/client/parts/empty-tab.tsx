// What a tab says when it lists nothing: why, and for what is narrowed, how to see more.
import { t } from '../../../../core/client/messages.ts';
import { addressOfList, isNarrowed, type LibraryRequest, type ShowLibrary } from './library-query.ts';

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
  tagged: icon('tag'),
};
/** Where pages are chosen for what fills from elsewhere: at the head of a page, or in another tab. */
const BEGINNINGS: Record<string, string> = {
  shared: '/local-workspace',
  published: '/local-workspace',
  tagged: '/library?tab=workspace',
};

function Narrowed({ query, show }: Pick<Props, 'query' | 'show'>) {
  const { tab, limit, owner, repo, q } = query;
  const tag = tab === 'tagged' ? query.tag : undefined;
  const whole: LibraryRequest = { tab, tag, limit, page: 1, ...(owner && { owner }), ...(repo && { repo }) };
  return (
    <>
      <h2>{q ? t('library.list.none_named', { words: q }) : t('library.list.none_such')}</h2>
      <p class="button-row">
        <a
          class="button"
          href={addressOfList(whole)}
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
          {BEGINNINGS[query.tab] && (
            <p class="button-row">
              <a class="button" href={BEGINNINGS[query.tab]}>
                {t(`library.list.begin.${query.tab}`)}
              </a>
            </p>
          )}
        </>
      )}
    </section>
  </>
);
