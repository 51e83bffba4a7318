// The page that the import goes into, found by name; without one it goes to the top of the workspace.
import { useEffect, useState } from 'preact/hooks';
import { t } from '../../../../core/client/messages.ts';
import { send } from '../../../../core/client/request.ts';

interface Found {
  id: number;
  title: string;
  path: string[];
  type: string;
}

interface Props {
  workspace: number;
  parent: { id: number; title: string } | null;
  choose(page: { id: number; title: string } | null): void;
}

const WAIT_MS = 200;

export function ParentField({ workspace, parent, choose }: Props) {
  const [query, setQuery] = useState('');
  const [found, setFound] = useState<Found[] | null>(null);
  useEffect(() => {
    if (!query.trim()) {
      setFound(null);
      return;
    }
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      const q = new URLSearchParams({ q: query, limit: '8', workspace_id: String(workspace) });
      try {
        const { results } = await send<{ results: Found[] }>('GET', `/api/search?${q}`, undefined, {
          signal: abort.signal,
        });
        setFound(results.filter(({ type }) => type !== 'file'));
      } catch {
        // A later query replaces this one, or the frame says that there is no connection.
      }
    }, WAIT_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [query, workspace]);
  if (parent)
    return (
      <div class="field scripted">
        <p class="chosen-parent">
          {t('importers.wizard.into', { title: parent.title })}{' '}
          <button type="button" class="button quiet" onClick={() => choose(null)}>
            {t('importers.wizard.into_top')}
          </button>
        </p>
      </div>
    );
  return (
    <div class="field scripted">
      <label for="import-parent">{t('importers.wizard.parent')}</label>
      <input
        id="import-parent"
        type="search"
        autocomplete="off"
        value={query}
        placeholder={t('importers.wizard.parent_hint')}
        onInput={(event) => setQuery(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      <p class="hint" role="status">
        {found && found.length === 0 ? t('importers.wizard.parent_none') : ''}
      </p>
      <ul class="found-parents">
        {(found ?? []).map(({ id, title, path }) => (
          <li key={id}>
            <button
              type="button"
              class="plain"
              onClick={() => {
                choose({ id, title: title || t('core.client.untitled') });
                setQuery('');
              }}
            >
              {title || t('core.client.untitled')} <span class="meta">{path.join(' / ')}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
