// The pages of a tab: a table when there is room, cards on a phone.
import { useRef } from 'preact/hooks';
import { copyOut } from '../../../../core/client/clipboard.ts';
import { t } from '../../../../core/client/messages.ts';
import { elapsedText } from '../../../../core/i18n/elapsed-time.ts';
import { paletteTone } from '../../../tags/client/contract.ts';
import type { LibraryItem } from '../../model.ts';
import { addressOfList, type LibraryProps, type LibraryRequest, type ShowLibrary } from './library-query.ts';

type Props = Pick<LibraryProps, 'items' | 'sprite' | 'language' | 'zone' | 'now' | 'workspaces'> & {
  query: LibraryRequest;
  show: ShowLibrary;
  chosen: ReadonlySet<number>;
  setChosen(chosen: ReadonlySet<number>): void;
};

const isShared = ({ query: { tab } }: Props): boolean => tab === 'shared';
const isPublished = ({ query: { tab } }: Props): boolean => tab === 'published';

const icon = (name: string): string => name;
const ICONS: Record<LibraryItem['kind'], string> = {
  page: icon('file-text'),
  collection: icon('table'),
  file: icon('paperclip'),
  folder: icon('folder'),
};

const Sign = ({ item, sprite }: { item: LibraryItem; sprite: string }) =>
  item.page_icon && !item.page_icon.startsWith('custom:') ? (
    <span aria-hidden="true">{item.page_icon}</span>
  ) : (
    <svg class="icon" aria-hidden="true">
      <use href={`${sprite}#${ICONS[item.kind]}`} />
    </svg>
  );

/** How long ago while it is near, and the day when it is not; the moment itself to whoever points at it. */
function Moment({ at, props: { language, zone, now } }: { at: string; props: Props }) {
  const say = (style: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...style, timeZone: zone }).format(new Date(at));
  const age = Math.max(0, Date.parse(now) - Date.parse(at));
  return (
    <time dateTime={at} title={say({ dateStyle: 'medium', timeStyle: 'short' })} data-ago="">
      {elapsedText(language, age, t('core.client.just_now')) ?? say({ dateStyle: 'medium' })}
    </time>
  );
}

/** More names than this are a number. */
const NAMED = 3;

/** Where everybody reads it: to be opened, and to be passed on. */
const AddressCell = ({ item: { slug, is_past } }: { item: LibraryItem }) => (
  <td class="library-public">
    {slug && <a href={`/p/${slug}`}>{`/p/${slug}`}</a>}
    {slug && (
      <button
        type="button"
        class="button quiet scripted"
        onClick={() => void copyOut(new URL(`/p/${slug}`, location.origin).href, t('library.list.copied'))}
      >
        {t('library.list.copy')}
      </button>
    )}
    {is_past && <span class="meta">{t('library.list.past')}</span>}
  </td>
);

/** Whom a page is open to: faces and names, and everybody where it is published. */
function SharedWithCell({ item }: { item: LibraryItem }) {
  const named = item.shared_with.slice(0, NAMED);
  const more = item.shared_with.length - named.length;
  return (
    <td class="library-people">
      {item.slug && <a href={`/p/${item.slug}`}>{t('library.list.everyone')}</a>}
      {item.is_past && <span class="meta">{t('library.list.past')}</span>}
      {item.shared_by && <span>{t('library.list.you')}</span>}
      {named.map(({ name, avatar_url }) => (
        <span key={name} class="library-person">
          {avatar_url && <img class="avatar" src={avatar_url} alt="" width="20" height="20" loading="lazy" />}
          {name}
        </span>
      ))}
      {more > 0 && <span class="meta">{t('library.list.more_people', { count: more })}</span>}
    </td>
  );
}

/** Where it lies and whose it was; the name of a workspace says nothing where there is only one. */
function placeOf({ path, workspace_id, shared_by }: LibraryItem, { workspaces }: Props): string {
  const home = workspaces.length > 1 ? workspaces.find(({ id }) => id === workspace_id)?.name : '';
  const giver = shared_by && t('library.list.shared_by', { name: shared_by });
  return [path.join(' / ') || home, giver].filter(Boolean).join(' · ');
}

/** The line that was chosen or left out last; another one with Shift takes all between them along. */
interface LineChoice {
  last?: number;
}

function choose(id: number, isRange: boolean, { items, chosen, setChosen }: Props, choice: LineChoice): void {
  const next = new Set(chosen);
  const isOn = !chosen.has(id);
  const to = items.findIndex((item) => item.id === id);
  const last = isRange ? items.findIndex((item) => item.id === choice.last) : -1;
  const from = last < 0 ? to : last;
  for (const item of items.slice(Math.min(from, to), Math.max(from, to) + 1))
    isOn ? next.add(item.id) : next.delete(item.id);
  choice.last = id;
  setChosen(next);
}

function Line({ item, props, choice }: { item: LibraryItem; props: Props; choice: LineChoice }) {
  const { chosen, sprite } = props;
  const title = item.title || t('core.client.untitled');
  const place = placeOf(item, props);
  return (
    <tr data-unread={item.unread ? '' : undefined}>
      <td class="library-choice">
        <input
          type="checkbox"
          name="page_ids"
          value={item.id}
          checked={chosen.has(item.id)}
          onClick={(event) => choose(item.id, event.shiftKey, props, choice)}
          aria-label={t('library.list.choose', { title })}
        />
      </td>
      <td class="library-name">
        <div class="library-line">
          <a href={item.url}>
            <Sign item={item} sprite={sprite} />
            <span class={item.title ? 'library-title' : 'library-title untitled'} title={item.title}>
              {title}
            </span>
          </a>
          {item.unread && <span class="badge">{t('library.list.unread')}</span>}
          {place && (
            <p class="meta" title={place}>
              {place}
            </p>
          )}
        </div>
      </td>
      {isShared(props) && <SharedWithCell item={item} />}
      {isPublished(props) && <AddressCell item={item} />}
      <td class="library-tags">
        {item.tags.map(({ id, name, color }) => (
          <a key={id} class="badge" href={`/tags/${id}`} data-tone={paletteTone(color)}>
            {name}
          </a>
        ))}
      </td>
      {isPublished(props) && (
        <td class="library-day library-since">
          {item.published_at && <Moment at={item.published_at} props={props} />}
        </td>
      )}
      <td class="library-day">
        <Moment at={item.updated_at} props={props} />
      </td>
      {!isPublished(props) && (
        <td class="library-day library-opened">{item.opened_at && <Moment at={item.opened_at} props={props} />}</td>
      )}
    </tr>
  );
}

/** All pages that are listed, or none of them. */
function WholeChoice({ items, chosen, setChosen }: Props) {
  const isWhole = chosen.size === items.length;
  const tick = (box: HTMLInputElement | null) => {
    if (box) box.indeterminate = chosen.size > 0 && !isWhole;
  };
  return (
    <label class="choice scripted">
      <input
        type="checkbox"
        ref={tick}
        checked={isWhole}
        onChange={() => setChosen(isWhole ? new Set() : new Set(items.map(({ id }) => id)))}
      />
      <span class="library-all">{t('library.list.all')}</span>
    </label>
  );
}

interface SortHeadProps {
  sort: 'title' | 'updated' | 'opened';
  label: string;
  props: Props;
}

/** A press puts the pages in this order, the next one turns it round, and a third one takes it away. */
function SortHead({ sort, label, props: { query, show } }: SortHeadProps) {
  const [isSorted, isReversed] = [query.sort === sort, query.sort === `-${sort}`];
  const next: LibraryRequest = { ...query, page: 1, sort: isSorted ? `-${sort}` : isReversed ? undefined : sort };
  const direction = (sort === 'title') === isSorted ? 'ascending' : 'descending';
  return (
    <th
      scope="col"
      class={sort === 'title' ? undefined : 'library-day'}
      aria-sort={isSorted || isReversed ? direction : undefined}
    >
      <a
        href={addressOfList(next)}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          void show(next);
        }}
      >
        {label}
      </a>
    </th>
  );
}

export function PageTable(props: Props) {
  const { current: choice } = useRef<LineChoice>({});
  return (
    <table class="library-table">
      <thead>
        <tr>
          <th scope="col" class="library-choice" aria-label={t('library.list.chosen')}>
            <WholeChoice {...props} />
          </th>
          <SortHead sort="title" label={t('library.list.name')} props={props} />
          {isShared(props) && (
            <th scope="col" class="library-people">
              {t('library.list.shared_with')}
            </th>
          )}
          {isPublished(props) && (
            <th scope="col" class="library-public">
              {t('library.list.everyone')}
            </th>
          )}
          <th scope="col" class="library-tags">
            {t('library.list.tags')}
          </th>
          {isPublished(props) && (
            <th scope="col" class="library-day">
              {t('library.list.published')}
            </th>
          )}
          <SortHead sort="updated" label={t('library.list.changed')} props={props} />
          {!isPublished(props) && <SortHead sort="opened" label={t('library.list.opened')} props={props} />}
        </tr>
      </thead>
      <tbody>
        {props.items.map((item) => (
          <Line key={item.id} {...{ item, props, choice }} />
        ))}
      </tbody>
    </table>
  );
}
