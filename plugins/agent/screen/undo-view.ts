// What was taken back of runs, as people see it: by whom and when, and what stays as it is and why.
import { momentText } from '../../../core/i18n/date-format.ts';
import type { Translate } from '../../../core/i18n/messages.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { accounts } from '../../auth/contract.ts';
import { pages } from '../../pages/contract.ts';
import type { AgentAction, AgentRun } from '../model.ts';
import { toolTitle } from '../tools/registry.ts';

export interface UndoView {
  /** empty: nobody has undone anything of it */
  undone: string;
  left: string[];
}

type Undoable = Pick<AgentRun, 'id' | 'status'> & { actions: AgentAction[] };

const at = ({ undone_at }: AgentAction): string => undone_at ?? '';

/** Titles of those of these pages that the person may see. */
async function titlesOf(ctx: Ctx, actions: AgentAction[]): Promise<Map<number, string>> {
  const ids = actions.filter((one) => one.kept_reason).flatMap(({ page_id }) => page_id ?? []);
  const seen = await ctx.use(pages).versions(ctx, ids);
  const found = await ctx.use(pages).byIds(ctx, [...seen.keys()]);
  return new Map(
    found.map(({ id, title }) => [id, title || ctx.app.messages.text(ctx.locale, 'core.client.untitled')]),
  );
}

async function namesOf(ctx: Ctx, actions: AgentAction[]): Promise<Map<number, string>> {
  const ids = new Set(actions.flatMap(({ undone_by, kept_by }) => [undone_by, kept_by]).filter((id) => id !== null));
  const found = await ctx.use(accounts).known(ctx, [...ids]);
  return new Map(found.map(({ id, full_name, login }) => [id, full_name || login]));
}

export async function undoViews(ctx: Ctx, t: Translate, runs: Undoable[]): Promise<Map<number, UndoView>> {
  const all = runs.flatMap(({ actions }) => actions);
  const [titles, names] = await Promise.all([titlesOf(ctx, all), namesOf(ctx, all)]);
  const nameOf = (id: number | null) => (id === null ? undefined : names.get(id));
  const undoneOf = ({ status, actions }: Undoable): string => {
    const [last] = actions.filter((one) => one.undone_at).sort((one, other) => (at(one) < at(other) ? 1 : -1));
    if (!last) return status === 'undone' ? t('agent.state.undone') : '';
    const part = status === 'undone' ? 'whole' : 'part';
    const name = nameOf(last.undone_by);
    const when = momentText(ctx, at(last));
    return name ? t(`agent.undone.${part}_by`, { name, at: when }) : t(`agent.undone.${part}_at`, { at: when });
  };
  const leftOf = ({ tool, page_id, kept_reason, kept_by }: AgentAction): string => {
    const title = page_id === null ? undefined : titles.get(page_id);
    const what = title === undefined ? toolTitle(t, tool) : `${toolTitle(t, tool)} · ${title}`;
    const name = kept_reason === 'changed' ? nameOf(kept_by) : undefined;
    return name ? t('agent.left.changed_by', { what, name }) : t(`agent.left.${kept_reason}`, { what });
  };
  return new Map(
    runs.map((run) => [
      run.id,
      { undone: undoneOf(run), left: run.actions.filter((one) => one.kept_reason).map(leftOf) },
    ]),
  );
}
