// The places that pages may go to, as choices with the way to them: seen lately, in the tree, found by name, elsewhere.
import { t } from '../../../../../core/client/messages.ts';
import { send } from '../../../../../core/client/request.ts';
import type { TypeAhead } from '../../../../../core/client/type-ahead/type-ahead.ts';
import { type ChoiceGroup, type ComboboxChoice, iconOf, openChooser } from '../combobox.ts';
import { mayDo, parentRow, rowById, rows, type TreeRow, treeRowId, treeTitle } from '../tree/tree-rows.ts';
import { loadMoveWords } from './move-words.ts';
import { shownWorkspace } from './moved-page.ts';

const FOUND = 30;
const RECENT = 5;
/** What is offered before anybody types: of a tree that was opened far, only its beginning. */
const OFFERED = 100;

export interface Place {
  /** null: the top of the workspace */
  id: number | null;
  title: string;
  workspace: number;
}

export interface PlaceQuestion {
  label: string;
  workspace: number;
  /** what cannot hold the pages that move */
  own: Set<number>;
  /** other workspaces are offered too */
  isFree: boolean;
  /** the page whose level is shown, which the tree need not have opened */
  level?: { id: number; title: string };
  /** what is typed until there is a field */
  ahead?: TypeAhead;
}

interface Home {
  id: number;
  name: string;
  role: string;
  archived_at: string | null;
}

interface Listed {
  id: number;
  title: string;
  kind: string;
  page_icon: string;
  path: string[];
}

class PlaceChoices {
  chosen: Place | undefined;
  readonly #question: PlaceQuestion;
  readonly #homes: Promise<Home[]>;

  constructor(question: PlaceQuestion) {
    this.#question = question;
    this.#homes = send<{ workspaces: Home[] }>('GET', '/api/workspaces').then(({ workspaces }) => workspaces);
  }

  /** What is offered for what has been typed. */
  async find(query: string, signal: AbortSignal): Promise<ChoiceGroup[]> {
    const { workspace } = this.#question;
    const homes = await this.#homes;
    const home = homes.find(({ id }) => id === workspace) ?? { id: workspace, name: '' };
    if (query) return [{ label: t('web.moves.where'), choices: await this.#found(home, query, signal) }];
    const recent = (await this.#recent(home, signal)).slice(0, RECENT);
    const seen = new Set(recent.map(({ id }) => id));
    const beside = (await this.#beside()).filter(({ id }) => !seen.has(id));
    for (const { id } of beside) seen.add(id);
    const others = this.#inTree(home).filter(({ id }) => !seen.has(id));
    const shown = [...beside, ...others].slice(0, OFFERED - recent.length);
    const choices = (all: Listed[]) => all.map((one) => this.#choice(home, one));
    return [
      { label: t('web.moves.recent'), choices: choices(recent) },
      { label: t('web.moves.where'), choices: [this.#top(home), ...choices(shown)] },
      { label: t('web.moves.elsewhere'), choices: this.#elsewhere(homes) },
    ];
  }

  #choice({ id: workspace, name }: Pick<Home, 'id' | 'name'>, { id, title, kind, page_icon, path }: Listed) {
    const label = title || t('core.client.untitled');
    return {
      ...{ label, note: [name, ...path].filter(Boolean).join(' / '), icon: iconOf(kind), sign: page_icon },
      run: () => {
        this.chosen = { id, title: label, workspace };
      },
    };
  }

  #top({ id: workspace, name }: Pick<Home, 'id' | 'name'>): ComboboxChoice {
    return {
      ...{ label: t('web.moves.top'), note: name, icon: 'house' },
      run: () => {
        this.chosen = { id: null, title: name, workspace };
      },
    };
  }

  /** What the tree shows says itself whether pages may be added to it; of all others the server knows. */
  #mayHold({ id, kind }: Pick<Listed, 'id' | 'kind'>): boolean {
    const row = rowById(id);
    return kind !== 'file' && !this.#question.own.has(id) && (!row || mayDo(row, 'add'));
  }

  /** Without an answer there are those of the tree. */
  async #recent({ id }: Pick<Home, 'id'>, signal: AbortSignal): Promise<Listed[]> {
    type Recent = Omit<Listed, 'id'> & { page_id: number; workspace_id: number };
    const seen = await send<Recent[]>('GET', '/api/v2/recents?limit=20', undefined, { signal }).catch(() => []);
    return seen
      .filter(({ workspace_id }) => workspace_id === id)
      .map(({ page_id, ...one }) => ({ ...one, id: page_id }))
      .filter((one) => this.#mayHold(one));
  }

  async #beside(): Promise<Listed[]> {
    const { level } = this.#question;
    if (!level) return [];
    type Line = Omit<Listed, 'path'>;
    const { items } = await send<{ items: Line[] }>('GET', `/api/nav/menu?parent_id=${level.id}&limit=100`);
    return items.map((one) => ({ ...one, path: [level.title] })).filter((one) => this.#mayHold(one));
  }

  #inTree({ id }: Pick<Home, 'id'>): Listed[] {
    if (id !== shownWorkspace()) return [];
    const wayTo = (row: TreeRow): string[] => {
      const above = parentRow(row);
      return above ? [...wayTo(above), treeTitle(above)] : [];
    };
    return rows()
      .map((row) => ({
        ...{ id: treeRowId(row), title: treeTitle(row), kind: row.dataset.kind ?? 'page', path: wayTo(row) },
        page_icon: row.querySelector('.tree-icon')?.textContent?.trim() ?? '',
      }))
      .filter((one) => this.#mayHold(one));
  }

  async #found(home: Pick<Home, 'id' | 'name'>, query: string, signal: AbortSignal): Promise<ComboboxChoice[]> {
    type Found = Omit<Listed, 'kind'> & { type: string };
    const q = new URLSearchParams({ q: query, limit: String(FOUND), workspace_id: String(home.id) });
    const { results } = await send<{ results: Found[] }>('GET', `/api/search?${q}`, undefined, { signal });
    return results
      .map(({ type, ...one }) => ({ ...one, kind: type }))
      .filter((one) => this.#mayHold(one))
      .map((one) => this.#choice(home, one));
  }

  /** Other workspaces in which somebody may write are asked for their pages when one of them is chosen. */
  #elsewhere(homes: Home[]): ComboboxChoice[] {
    const { workspace, isFree } = this.#question;
    return homes
      .filter(({ id, role, archived_at }) => id !== workspace && /^(editor|owner)$/.test(role) && !archived_at)
      .filter(() => isFree)
      .map((home) => {
        const find = async (query: string, signal: AbortSignal) => [
          { label: home.name, choices: query ? await this.#found(home, query, signal) : [this.#top(home)] },
        ];
        return { label: home.name, icon: 'log-out', step: { label: home.name, find } };
      });
  }
}

/** The place that somebody chooses; undefined when they choose none. */
export async function choosePlace(question: PlaceQuestion): Promise<Place | undefined> {
  await loadMoveWords();
  const choices = new PlaceChoices(question);
  await openChooser({
    ...{ label: question.label, placeholder: t('web.moves.hint') },
    find: (query, signal) => choices.find(query, signal),
    marks: (query) => query.trim().split(/\s+/),
    typed: question.ahead?.take() ?? '',
  });
  return choices.chosen;
}
