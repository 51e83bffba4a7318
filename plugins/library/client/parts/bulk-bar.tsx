// What is done to all chosen pages at once: a line of buttons in the place of the count.
import { confirmed } from '../../../../core/client/dialog.ts';
import { t } from '../../../../core/client/messages.ts';
import { send } from '../../../../core/client/request.ts';
import type { LibraryItem } from '../../model.ts';

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
  const act = async (action: string, form: HTMLFormElement) => {
    const ids = [...chosen];
    if (!ids.length) return setMessage(t('library.list.choose_first'));
    const isTag = action === 'tag' || action === 'untag';
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
  const button = (action: string, looks = '') => (
    <button
      type="submit"
      name="action"
      value={action}
      class={`button quiet${looks}`}
      onClick={(event) => {
        event.preventDefault();
        const { form } = event.currentTarget;
        if (form) void act(action, form);
      }}
    >
      {t(`library.list.act.${action}`)}
    </button>
  );
  // What would change none of them is not offered; where no scripts run, nobody knows yet which are chosen.
  const some = (is: (item: LibraryItem) => boolean) =>
    !chosen.size || items.some((item) => chosen.has(item.id) && is(item));
  return (
    <fieldset class="library-bulk" data-chosen={chosen.size > 0 ? '' : undefined}>
      <legend class="hidden">{t('library.list.bulk')}</legend>
      {/* First, as Enter in a field presses the first button of a form. */}
      <details>
        <summary class="button quiet">{t('library.list.tags')}</summary>
        <label class="hidden" for="library-tag-name">
          {t('library.list.tag_name')}
        </label>
        <input
          id="library-tag-name"
          name="tag"
          maxLength={50}
          placeholder={t('library.list.tag_name')}
          autocomplete="off"
        />
        {button('tag')}
        {button('untag')}
      </details>
      {some(({ favorite }) => !favorite) && button('favorite')}
      {some(({ favorite }) => favorite) && button('unfavorite')}
      {some(({ unread }) => unread) && button('read')}
      {button('trash', ' danger')}
      <button type="button" class="button quiet scripted" onClick={() => setChosen(new Set())}>
        {t('library.list.choose_none')}
      </button>
    </fieldset>
  );
}
