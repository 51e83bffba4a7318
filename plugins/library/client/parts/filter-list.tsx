// Filters that somebody keeps: links to what they show, and a field that keeps the one at hand.
import { t } from '../../../../core/client/messages.ts';
import { send } from '../../../../core/client/request.ts';
import { isNarrowed, type KeptFilter, type LibraryRequest, librarySearch, type ShowLibrary } from './library-query.ts';

interface Props {
  filters: KeptFilter[];
  setFilters(filters: KeptFilter[]): void;
  query: LibraryRequest;
  csrf: string;
  setMessage(message: string): void;
  show: ShowLibrary;
}

export function FilterList({ filters, setFilters, query, csrf, setMessage, show }: Props) {
  const keep = async (form: HTMLFormElement) => {
    const name = String(new FormData(form).get('name') ?? '').trim();
    if (!name) return;
    const { page: _, limit: __, ...kept } = query;
    try {
      const made = await send<KeptFilter>('POST', '/api/library/filters', { name, query: kept });
      setFilters([...filters, made]);
      form.reset();
    } catch (error) {
      setMessage((error as Error).message);
    }
  };
  const drop = async ({ id }: KeptFilter) => {
    try {
      await send('DELETE', `/api/library/filters/${id}`);
      setFilters(filters.filter((one) => one.id !== id));
    } catch (error) {
      setMessage((error as Error).message);
    }
  };
  return (
    <fieldset class="library-filters">
      <legend class="hidden">{t('library.list.filters')}</legend>
      {filters.map((one) => (
        <form
          key={one.id}
          method="post"
          action={`/library/filters/${one.id}/delete`}
          onSubmit={(event) => {
            event.preventDefault();
            void drop(one);
          }}
        >
          <input type="hidden" name="csrf" value={csrf} />
          <input type="hidden" name="from" value={librarySearch(query)} />
          <a
            class="button quiet"
            href={one.url}
            onClick={(event) => {
              event.preventDefault();
              void show({ ...one.query, page: 1, limit: query.limit });
            }}
          >
            {one.name}
          </a>
          <button type="submit" class="button quiet" aria-label={t('library.list.filter_drop', { name: one.name })}>
            ×
          </button>
        </form>
      ))}
      <details class={isNarrowed(query) || query.sort ? undefined : 'is-idle'}>
        <summary class="button quiet">{t('library.list.filter_keep')}</summary>
        <form
          method="post"
          action="/library/filters"
          class="inline-form"
          onSubmit={(event) => {
            event.preventDefault();
            void keep(event.currentTarget);
          }}
        >
          <input type="hidden" name="csrf" value={csrf} />
          <input type="hidden" name="from" value={librarySearch(query)} />
          <label class="hidden" for="library-filter-name">
            {t('library.list.filter_name')}
          </label>
          <input
            id="library-filter-name"
            name="name"
            required
            maxLength={100}
            placeholder={t('library.list.filter_name')}
            autocomplete="off"
          />
          <button type="submit" class="button">
            {t('library.list.filter_save')}
          </button>
        </form>
      </details>
    </fieldset>
  );
}
