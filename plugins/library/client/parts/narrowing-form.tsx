// What a tab is narrowed to: a form without scripts, and an answer to each choice with them.
import { t } from '../../../../core/client/messages.ts';
import type { LibraryProps, Query, Show } from './library-query.ts';

type Props = Pick<LibraryProps, 'tags' | 'workspaces'> & { query: Query; show: Show };

const KINDS = ['page', 'collection', 'folder', 'file'];
const SORTS = ['opened', 'updated', 'created', 'title'];

function read(form: HTMLFormElement, query: Query): Query {
  const data = new FormData(form);
  const text = (name: string): string | undefined => String(data.get(name) ?? '').trim() || undefined;
  const id = (name: string): number | undefined => Number(text(name)) || undefined;
  const { owner, repo, tab, limit } = query;
  const found = {
    q: text('q'),
    kind: text('kind'),
    sort: text('sort'),
    tag: id('tag'),
    workspace_id: id('workspace_id'),
  };
  return { ...{ tab, limit, page: 1 }, ...(owner && { owner }), ...(repo && { repo }), ...found } as Query;
}

const Choice = (props: {
  name: string;
  value: string | number | undefined;
  first: string;
  options: { value: string | number; label: string }[];
}) => (
  <>
    <label class="hidden" for={`library-${props.name}`}>
      {t(`library.list.${props.name}`)}
    </label>
    <select id={`library-${props.name}`} name={props.name} value={props.value ?? ''}>
      <option value="">{props.first}</option>
      {props.options.map(({ value, label }) => (
        <option key={value} value={value} selected={value === props.value}>
          {label}
        </option>
      ))}
    </select>
  </>
);

export function Narrowing({ query, tags, workspaces, show }: Props) {
  const act = (form: HTMLFormElement) => void show(read(form, query));
  return (
    <form
      action="/library"
      class="library-narrowing"
      onSubmit={(event) => {
        event.preventDefault();
        act(event.currentTarget);
      }}
      onChange={(event) => act(event.currentTarget)}
    >
      <input type="hidden" name="tab" value={query.tab} />
      {query.owner && <input type="hidden" name="owner" value={query.owner} />}
      {query.repo && <input type="hidden" name="repo" value={query.repo} />}
      <label class="hidden" for="library-q">
        {t('library.list.q')}
      </label>
      <input
        id="library-q"
        type="search"
        name="q"
        value={query.q ?? ''}
        maxLength={200}
        placeholder={t('library.list.q')}
        autocomplete="off"
      />
      <Choice
        name="kind"
        value={query.kind}
        first={t('library.list.kind_any')}
        options={KINDS.map((value) => ({ value, label: t(`library.list.kind_of.${value}`) }))}
      />
      {tags.length > 0 && (
        <Choice
          name="tag"
          value={query.tag}
          first={t('library.list.tag_any')}
          options={tags.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      {workspaces.length > 1 && !query.owner && (
        <Choice
          name="workspace_id"
          value={query.workspace_id}
          first={t(query.tab === 'workspace' ? 'library.list.workspace_own' : 'library.list.workspace_any')}
          options={workspaces.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <Choice
        name="sort"
        value={query.sort}
        first={t('library.list.sort_own')}
        options={SORTS.map((value) => ({ value, label: t(`library.list.sort_by.${value}`) }))}
      />
      <button type="submit" class="button quiet unscripted-only">
        {t('library.list.apply')}
      </button>
    </form>
  );
}
