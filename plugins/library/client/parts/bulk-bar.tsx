// What is done to all chosen pages at once.
import { useState } from 'preact/hooks';
import { confirmed } from '../../../../core/client/dialog.ts';
import { t } from '../../../../core/client/messages.ts';
import { send } from '../../../../core/client/request.ts';
import type { LibraryItem } from '../../model.ts';

const ACTS = ['read', 'favorite', 'unfavorite', 'tag', 'untag', 'trash'];

interface Props {
  items: LibraryItem[];
  chosen: ReadonlySet<number>;
  setChosen(chosen: ReadonlySet<number>): void;
  setMessage(message: string): void;
  done(): void;
}

interface Answer {
  results: { id: number; ok: boolean; detail?: string }[];
}

export function BulkBar({ items, chosen, setChosen, setMessage, done }: Props) {
  const [action, setAction] = useState('read');
  const isTag = action === 'tag' || action === 'untag';
  const act = async (form: HTMLFormElement) => {
    const ids = [...chosen];
    if (!ids.length) return setMessage(t('library.list.choose_first'));
    const tag = String(new FormData(form).get('tag') ?? '').trim();
    if (isTag && !tag) return setMessage(t('library.list.tag_first'));
    const question = t('library.list.trash_sure', { count: ids.length });
    const label = t('library.list.act.trash');
    if (action === 'trash' && !(await confirmed(label, question, { label, danger: true }))) return;
    try {
      const { results } = await send<Answer>('POST', '/api/library/bulk', {
        action,
        page_ids: ids,
        ...(isTag && { tag }),
      });
      done();
      const refused = results.filter(({ ok }) => !ok);
      const reached = t('library.list.done', { count: results.length - refused.length });
      setMessage(refused.length ? `${reached} ${t('library.list.refused', { count: refused.length })}` : reached);
    } catch (error) {
      setMessage((error as Error).message);
    }
  };
  return (
    <fieldset class="library-bulk" data-chosen={chosen.size > 0 ? '' : undefined}>
      <legend class="hidden">{t('library.list.bulk')}</legend>
      <label class="choice scripted">
        <input
          type="checkbox"
          checked={chosen.size > 0 && chosen.size === items.length}
          onChange={() => setChosen(chosen.size === items.length ? new Set() : new Set(items.map(({ id }) => id)))}
        />{' '}
        {t('library.list.all')}
      </label>
      <label class="hidden" for="library-action">
        {t('library.list.bulk')}
      </label>
      <select
        id="library-action"
        name="action"
        value={action}
        onChange={(event) => setAction(event.currentTarget.value)}
      >
        {ACTS.map((one) => (
          <option key={one} value={one}>
            {t(`library.list.act.${one}`)}
          </option>
        ))}
      </select>
      <label class="hidden" for="library-tag-name">
        {t('library.list.tag_name')}
      </label>
      <input
        id="library-tag-name"
        name="tag"
        class={isTag ? undefined : 'unscripted-only'}
        maxLength={50}
        placeholder={t('library.list.tag_name')}
        autocomplete="off"
      />
      <button
        type="submit"
        class="button"
        onClick={(event) => {
          event.preventDefault();
          const { form } = event.currentTarget;
          if (form) void act(form);
        }}
      >
        {t('library.list.do')}
      </button>
    </fieldset>
  );
}
