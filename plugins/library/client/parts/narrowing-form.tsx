// What a tab is narrowed to: a form without scripts, and an answer to each choice with them.
import { useEffect, useState } from 'preact/hooks';
import { t } from '../../../../core/client/messages.ts';
import type { LibraryProps, LibraryRequest, ShowLibrary } from './library-query.ts';

type Props = Pick<LibraryProps, 'tags' | 'workspaces'> & { query: LibraryRequest; show: ShowLibrary };

const KINDS = ['page', 'collection', 'folder', 'file'];
const SORTS = ['opened', 'updated', 'created', 'title'];

interface ChoiceProps {
  name: 'kind' | 'tag' | 'workspace_id' | 'sort';
  draft: LibraryRequest;
  first: string;
  options: { value: string | number; label: string }[];
  choose(value: string): void;
}

const Choice = ({ name, draft, first, options, choose }: ChoiceProps) => (
  <>
    <label class="hidden" for={`library-${name}`}>
      {t(`library.list.${name}`)}
    </label>
    <select
      id={`library-${name}`}
      name={name}
      value={draft[name] ?? ''}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      <option value="">{first}</option>
      {options.map(({ value, label }) => (
        <option key={value} value={value} selected={value === draft[name]}>
          {label}
        </option>
      ))}
    </select>
  </>
);

export function Narrowing({ query, tags, workspaces, show }: Props) {
  const [draft, setDraft] = useState(query);
  useEffect(() => setDraft(query), [query]);
  const ask = (change: Partial<LibraryRequest>) => {
    const next = { ...draft, ...change, page: 1 };
    setDraft(next);
    void show(next);
  };
  const choice = (name: ChoiceProps['name'], first: string, options: ChoiceProps['options']) => {
    const isId = name === 'tag' || name === 'workspace_id';
    const choose = (value: string) => ask({ [name]: value ? (isId ? Number(value) : value) : undefined });
    return <Choice {...{ name, draft, first, options, choose }} />;
  };
  const own = query.tab === 'workspace' ? 'library.list.workspace_own' : 'library.list.workspace_any';
  return (
    <form
      action="/library"
      class="library-narrowing"
      onSubmit={(event) => {
        event.preventDefault();
        ask({});
      }}
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
        value={draft.q ?? ''}
        onInput={(event) => setDraft({ ...draft, q: event.currentTarget.value || undefined })}
        maxLength={200}
        placeholder={t('library.list.q')}
        autocomplete="off"
      />
      {choice(
        'kind',
        t('library.list.kind_any'),
        KINDS.map((value) => ({ value, label: t(`library.list.kind_of.${value}`) })),
      )}
      {tags.length > 0 &&
        choice(
          'tag',
          t('library.list.tag_any'),
          tags.map(({ id, name }) => ({ value: id, label: name })),
        )}
      {workspaces.length > 1 &&
        !query.owner &&
        choice(
          'workspace_id',
          t(own),
          workspaces.map(({ id, name }) => ({ value: id, label: name })),
        )}
      {choice(
        'sort',
        t('library.list.sort_own'),
        SORTS.map((value) => ({ value, label: t(`library.list.sort_by.${value}`) })),
      )}
      <button type="submit" class="button quiet unscripted-only">
        {t('library.list.apply')}
      </button>
    </form>
  );
}
