// What a tab is narrowed to: a form without scripts, and an answer to each choice with them.
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../../../core/client/messages.ts';
import { type LibraryProps, type LibraryRequest, NUMBERS, type ShowLibrary } from './library-query.ts';

type Props = Pick<LibraryProps, 'tags' | 'workspaces'> & { query: LibraryRequest; show: ShowLibrary };

const KINDS = ['page', 'collection', 'folder', 'file'];
/** The parts of a request that are chosen from lists. */
const CHOICES = ['kind', 'tag', 'with_tag', 'workspace_id', 'sort'] as const;
const SORTS = ['opened', 'updated', 'created', 'title'];

interface ChoiceProps {
  name: (typeof CHOICES)[number];
  draft: LibraryRequest;
  first: string;
  options: { value: string | number; label: string }[];
  choose(value: string): void;
}

const partOf = (name: (typeof CHOICES)[number] | 'q', value: string): Partial<LibraryRequest> => ({
  [name]: value ? (NUMBERS.includes(name) ? Number(value) : value) : undefined,
});

/** What somebody typed and chose before this was awake: what the fields say that the server did not draw. */
function earlyChange(form: HTMLFormElement): Partial<LibraryRequest> {
  const change: Partial<LibraryRequest> = {};
  for (const name of ['q', ...CHOICES] as const) {
    const field = form.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement | null;
    if (field && field.value !== drawnValue(field)) Object.assign(change, partOf(name, field.value));
  }
  return change;
}

const drawnValue = (field: HTMLInputElement | HTMLSelectElement): string =>
  field instanceof HTMLInputElement
    ? field.defaultValue
    : ([...field.options].find((one) => one.defaultSelected)?.value ?? '');

function Choice({ name, draft, first, options, choose }: ChoiceProps) {
  // Which way round it is, the heads of the columns say.
  const chosen = name === 'sort' ? (draft.sort?.replace('-', '') ?? '') : (draft[name] ?? '');
  return (
    <>
      <label class="hidden" for={`library-${name}`}>
        {t(`library.list.${name}`)}
      </label>
      <select id={`library-${name}`} name={name} value={chosen} onChange={(event) => choose(event.currentTarget.value)}>
        <option value="">{first}</option>
        {options.map(({ value, label }) => (
          <option key={value} value={value} selected={value === chosen}>
            {label}
          </option>
        ))}
      </select>
    </>
  );
}

type Ask = (change: Partial<LibraryRequest>, how?: Parameters<ShowLibrary>[1]) => void;

function Choices({ query, draft, tags, workspaces, ask }: Omit<Props, 'show'> & { draft: LibraryRequest; ask: Ask }) {
  const choice = (name: ChoiceProps['name'], first: string, options: ChoiceProps['options']) => {
    const choose = (value: string) => ask(partOf(name, value));
    return <Choice {...{ name, draft, first, options, choose }} />;
  };
  const own = query.tab === 'workspace' ? 'library.list.workspace_own' : 'library.list.workspace_any';
  const named = (all: { id: number; name: string }[]) => all.map(({ id, name }) => ({ value: id, label: name }));
  const isTagged = query.tab === 'tagged';
  const others = tags.filter(({ id }) => id !== query.tag);
  const said = (all: string[], key: string) =>
    all.map((value) => ({ value, label: t(`library.list.${key}.${value}`) }));
  return (
    <>
      {choice('kind', t('library.list.kind_any'), said(KINDS, 'kind_of'))}
      {isTagged && others.length > 0 && choice('with_tag', t('library.list.with_tag_any'), named(others))}
      {!isTagged && tags.length > 0 && choice('tag', t('library.list.tag_any'), named(tags))}
      {workspaces.length > 1 && !query.owner && choice('workspace_id', t(own), named(workspaces))}
      {choice('sort', t('library.list.sort_own'), said(SORTS, 'sort_by'))}
    </>
  );
}

export function Narrowing({ query, tags, workspaces, show }: Props) {
  const [draft, setDraft] = useState(query);
  const [shown, setShown] = useState(query);
  // Drawn from in the same pass: what is typed between that and an effect would be taken back by it.
  if (shown !== query) {
    setShown(query);
    setDraft(query);
  }
  const ask: Ask = (change, how) => {
    const next = { ...draft, ...change, page: 1 };
    setDraft(next);
    void show(next, how);
  };
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    const change = earlyChange(form.current as HTMLFormElement);
    if (Object.keys(change).length) ask(change, { isTyped: true });
  }, []);
  // What is set stands on what opens the choices, where there is no room for these.
  const isOwn = (name: ChoiceProps['name']) =>
    (name === 'workspace_id' && query.tab === 'workspace') || (name === 'tag' && query.tab === 'tagged');
  const count = CHOICES.filter((name) => draft[name] && !isOwn(name)).length;
  return (
    <form
      ref={form}
      action={query.tab === 'tagged' ? `/tags/${query.tag}` : '/library'}
      class="library-narrowing"
      onSubmit={(event) => {
        event.preventDefault();
        ask({});
      }}
    >
      {query.tab !== 'tagged' && <input type="hidden" name="tab" value={query.tab} />}
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
        onInput={(event) => ask({ q: event.currentTarget.value || undefined }, { isTyped: true })}
        maxLength={200}
        placeholder={t('library.list.q')}
        autocomplete="off"
      />
      <details class="library-filter">
        <summary class="button">
          {t('library.list.filter')}
          {count > 0 && <span class="badge">{count}</span>}
        </summary>
        <Choices {...{ query, draft, tags, workspaces, ask }} />
      </details>
      <button type="submit" class="button quiet unscripted-only">
        {t('library.list.apply')}
      </button>
    </form>
  );
}
