// What the menus in the text offer: kinds of blocks, and what is found when somebody asks for it.
import type { EditorView } from 'prosemirror-view';
import { t } from '../../../../core/client/messages.ts';
import { failed } from '../../../../core/client/toast.ts';
import { isOwnAddress, isWebAddress } from '../../../blocks/link-address.ts';
import { schema } from '../../../blocks/schema/schema.ts';
import { BLOCK_CLIENTS } from '../../../blocks/types/clients.ts';
import { selectionAnchor } from '../editor/floating-anchor.ts';
import type { NameCache } from '../editor/name-cache.ts';
import type { PageData } from '../editor/page-data.ts';
import { insertFootnote } from '../outline/footnotes.ts';
import { chooseFiles, type Uploads } from '../paste/uploads.ts';
import { completeAddress } from '../text/typed-address.ts';
import { kindLabel, kindsFor, type MenuKind } from './block-kinds.ts';
import { insertContents, insertKind } from './insert.ts';
import type { Suggestion, SuggestionSource } from './suggestions.ts';

/** What the menus know of the page that they stand in. */
export interface SourceHost {
  page: PageData;
  names: NameCache;
  uploads: Uploads;
  /** resolves once the server has all that is written here, or cannot be reached */
  stored(): Promise<unknown>;
}

export function suggestSources(host: SourceHost): SuggestionSource[] {
  const { page, names } = host;
  const found = () => import('./search.ts');
  return [
    {
      trigger: '/',
      label: t('editor.slash_menu'),
      find: (query) => slashItems(query, host),
    },
    {
      trigger: '[[',
      label: t('editor.link_menu'),
      find: async (query) => (await found()).suggestPages(query.replace(/\]+$/, ''), page, names),
    },
    {
      trigger: ':',
      label: t('editor.emoji'),
      least: 2,
      find: async (query) => (await found()).findEmoji(query, names),
    },
    {
      trigger: '@',
      label: t('editor.mention_menu'),
      find: async (query) => (await found()).findMentioned(query, page, names),
    },
  ];
}

/** Kinds of blocks first, unless what was typed begins the name of something else only. */
async function slashItems(query: string, host: SourceHost): Promise<Suggestion[]> {
  const kinds = kindsFor(query).map((kind) => blockItem(kind, host));
  // Without a connection there are the kinds of blocks alone.
  const acts = await import('./actions.ts').then(
    ({ actItems }) => actItems(query, host),
    () => [],
  );
  const wanted = query.trim().toLowerCase();
  const isNamed = ({ label }: Suggestion) => label.toLowerCase().startsWith(wanted);
  const isKind = kinds.some(({ label }) => ` ${label.toLowerCase()}`.includes(` ${wanted}`));
  const isAct = !isKind && acts.some(isNamed);
  return isAct ? [...acts, ...kinds] : [...kinds, ...acts];
}

const chooseSynced = async (view: EditorView): Promise<void> =>
  (await import('../block-controls/synced-commands.ts')).insertSynced(view);

/** Which files each kind of block is made of. */
const ACCEPTED = new Map(BLOCK_CLIENTS.map(({ type, accept }) => [type, accept]));

function blockItem(kind: MenuKind, { uploads }: SourceHost): Suggestion {
  const accept = ACCEPTED.get(kind.type);
  return {
    label: kindLabel(kind),
    group: t(kind.isText ? 'editor.group_text' : 'editor.group_media'),
    icon: kind.icon,
    hint: kind.hint,
    run(view) {
      if (accept !== undefined) chooseFiles(accept, true, (files) => uploads.insert(view, files));
      else if (kind.type === 'footnote') insertFootnote(view);
      else if (kind.type === 'synced') chooseSynced(view).catch(failed);
      else if (kind.type === 'bookmark' || kind.type === 'embed') insertCard(view, kind.type).catch(failed);
      else insertKind(view, kind);
    },
  };
}

/** The address as a whole, when it leads to another site. */
function foreignAddress(typed: string): string | null {
  const url = completeAddress(typed);
  return isWebAddress(url) && !isOwnAddress(url) ? url : null;
}

async function insertCard(view: EditorView, kind: 'bookmark' | 'embed'): Promise<void> {
  const { askAddress } = await import('./url-prompt.ts');
  askAddress(selectionAnchor(view), kind, foreignAddress, (card) => {
    insertContents(view, [schema.nodes[kind]!.create(card)]);
    view.focus();
  });
}
