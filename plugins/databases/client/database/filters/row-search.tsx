// Search in the rows of a view: a magnifier that becomes a field, and narrows what is shown while somebody types.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../../../../../core/client/icon.tsx';
import { t } from '../../../../../core/client/messages.ts';
import { failed } from '../../../../../core/client/toast.ts';
import type { Model } from '../model.ts';

/** Milliseconds without a key before the service is asked. */
const REST_MS = 200;
const WORDS_MAX = 250;

export function RowSearch({ model }: { model: Model }) {
  const [isOpen, setOpen] = useState(model.search !== '');
  const [words, setWords] = useState(model.search);
  const field = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const timer = setTimeout(() => void model.find(words.trim()).catch(failed), words ? REST_MS : 0);
    return () => clearTimeout(timer);
  }, [words]);
  // At once, so that the next key goes into the field.
  useLayoutEffect(() => {
    if (isOpen && !words) field.current?.focus();
  }, [isOpen]);
  const close = () => {
    setWords('');
    setOpen(false);
    setTimeout(() => opener.current?.focus());
  };
  model.drafts.endSearch = close;
  if (!isOpen)
    return (
      <button
        ref={opener}
        type="button"
        class="button quiet"
        data-tool="search"
        aria-label={t('databases.view.search')}
        title={t('databases.view.search')}
        onClick={() => setOpen(true)}
      >
        <Icon icon="search" />
        <span class="tool-label">{t('databases.view.search')}</span>
      </button>
    );
  return (
    <span class="row-search-field">
      <Icon icon="search" />
      <input
        ref={field}
        type="search"
        value={words}
        maxLength={WORDS_MAX}
        aria-label={t('databases.view.search_rows')}
        placeholder={t('databases.view.search_rows')}
        onInput={({ currentTarget }) => setWords(currentTarget.value)}
        onBlur={() => !words && setOpen(false)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          event.stopPropagation();
          close();
        }}
      />
      <button type="button" class="icon-button" aria-label={t('databases.view.search_clear')} onClick={close}>
        <Icon icon="x" />
      </button>
    </span>
  );
}
