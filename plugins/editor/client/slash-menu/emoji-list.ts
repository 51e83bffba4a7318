// The emoji there are: those of the workspace, and the standard ones in the reader's language; loaded when first needed.
import { send } from '../../../../core/client/request.ts';

export interface Emoji {
  label: string;
  unicode: string;
  hexcode: string;
  /** between colons, with lines below between words */
  names?: string[];
  tags?: string[];
  group?: number;
  order?: number;
}

/** One of the workspace's own. */
export interface OwnEmoji {
  id: number;
  name: string;
  url: string;
}

/** Takes the chosen sign (`custom:<id>` for one of the workspace's own, which comes with it), or '' for none. */
export type EmojiChoice = (sign: string, own?: OwnEmoji) => void;

/** As pages and blocks keep it for their sign. */
export const signOfOwn = ({ id }: OwnEmoji): string => `custom:${id}`;

let place = { standard: '', names: '', workspaceId: 0 };
let loading: Promise<Emoji[]> | undefined;
let standard: Emoji[] = [];
let asking: Promise<OwnEmoji[]> | undefined;
let own: OwnEmoji[] = [];

/** Says where the emoji of the reader's language and their names are, and whose own ones are meant; 0: nobody's. */
export function useEmoji(addresses: string, workspaceId: number): void {
  const [list = '', names = ''] = addresses.split(' ');
  place = { standard: list, names, workspaceId };
}

async function load(): Promise<Emoji[]> {
  const [all, names] = await Promise.all([
    send<Emoji[]>('GET', place.standard),
    send<Record<string, string | string[]>>('GET', place.names),
  ]);
  standard = all
    .filter(({ group }) => group !== undefined && group !== 2)
    .map((one) => ({ ...one, names: [names[one.hexcode] ?? []].flat() }));
  return standard;
}

/** Without the skin tones (group 2), which stand alone nowhere. */
export function standardEmoji(): Promise<Emoji[]> {
  loading ??= load().catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

export async function ownEmoji(): Promise<OwnEmoji[]> {
  if (!place.workspaceId) return [];
  asking ??= send<{ emoji: OwnEmoji[] }>('GET', `/api/emoji?workspace_id=${place.workspaceId}`).then(
    ({ emoji }) => {
      own = emoji;
      return own;
    },
    () => {
      // Guests of a page see none; a lost connection is asked again.
      asking = undefined;
      return [];
    },
  );
  return asking;
}

/** One whose name is already known here. */
export const knownOwn = (name: string): OwnEmoji | undefined => own.find((one) => one.name === name);

/** The standard one of this name, of those that are loaded: the name that people know, else its label or a tag. */
export function knownStandard(name: string): Emoji | undefined {
  const words = name.toLowerCase().replaceAll('_', ' ');
  return (
    standard.find(({ names }) => names?.includes(name.toLowerCase())) ??
    standard.find(({ label }) => label.toLowerCase() === words) ??
    standard.find(({ tags }) => tags?.some((tag) => tag.toLowerCase() === words))
  );
}

const ranked = (found: Emoji[], wanted: string): Emoji[] => {
  const name = wanted.replaceAll(' ', '_');
  const rank = ({ label, names }: Emoji) =>
    names?.includes(name) || label === wanted ? 0 : label.startsWith(wanted) ? 1 : 2;
  return found.sort((a, b) => rank(a) - rank(b));
};

/** Those that fit all words, the workspace's own first; of the others those first whose name it is or begins so. */
export async function searchEmoji(text: string): Promise<{ own: OwnEmoji[]; standard: Emoji[] }> {
  const [mine, all] = await Promise.all([ownEmoji(), standardEmoji()]);
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ label, tags = [], names = [], unicode }: Emoji) => {
    const known = `${label} ${tags.join(' ')} ${names.join(' ').replaceAll('_', ' ')}`.toLowerCase();
    return words.every((word) => known.includes(word) || unicode === word);
  };
  return {
    own: mine.filter(({ name }) => words.every((word) => name.includes(word))),
    standard: ranked(all.filter(fits), words.join(' ')),
  };
}
