// What a tab says when it lists nothing: why, and for what is narrowed, how to see more.
import { t } from '../../../../core/client/messages.ts';
import { isNarrowed, type LibraryRequest, librarySearch, type ShowLibrary } from './library-query.ts';

interface Props {
  query: LibraryRequest;
  message: string;
  show: ShowLibrary;
}

function Narrowed({ query, show }: Omit<Props, 'message'>) {
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

export const EmptyTab = ({ query, message, show }: Props) => (
  <>
    <p class="meta" role="status">
      {message}
    </p>
    <section class="empty">
      {isNarrowed(query) ? (
        <Narrowed {...{ query, show }} />
      ) : (
        <>
          <h2>{t(`library.list.none.${query.tab}`)}</h2>
          <p>{t(`library.list.none_text.${query.tab}`)}</p>
        </>
      )}
    </section>
  </>
);
