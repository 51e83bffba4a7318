// The end of a sign-in that only tried settings: what the provider said, and what would have come of it.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import type { Ctx } from '../../../core/kernel/context.ts';
import { adminPages } from '../../admin/contract.ts';
import type { LoginTransaction } from '../../auth/contract.ts';
import { workspaces } from '../../workspaces/contract.ts';
import type { SignOnSettings } from '../configuration/settings.ts';
import type { ProvedIdentity } from '../contract.ts';
import type { TriedSettings } from '../provider.ts';
import { judgeIdentity } from './judgement.ts';
import { refusalText } from './refusals.ts';
import { rolesOf } from './roles.ts';

export const ADMIN_PAGE = '/admin/sign-on';

/** What is carried through a trial. */
export const triedText = ({ settings, secrets }: TriedSettings): string => JSON.stringify({ settings, secrets });
export const triedIn = ({ data }: Pick<LoginTransaction, 'data'>): TriedSettings => JSON.parse(data) as TriedSettings;

async function rolesText(ctx: Ctx, settings: SignOnSettings, groups: string[]) {
  const names = new Map((await ctx.use(workspaces).all(ctx)).map(({ id, name }) => [id, name]));
  return [...rolesOf(settings, groups)].map(([id, role]) => ({ workspace: names.get(id) ?? String(id), role }));
}

export async function showTrial(
  request: Request,
  h: ResponseToolkit,
  transaction: LoginTransaction,
  identity: ProvedIdentity,
): Promise<ResponseObject> {
  const { ctx } = request;
  const t = ctx.app.messages.in(ctx.locale);
  const { settings } = triedIn(transaction);
  const verdict = await judgeIdentity(ctx, settings, identity);
  const person = 'user' in verdict ? (verdict.user?.full_name ?? '') : '';
  const page = ctx.use(adminPages).show(request, h, ADMIN_PAGE, 'sso/trial', {
    title: t('sso.trial.title'),
    verdict: verdict.kind,
    outcome: t(`sso.trial.${verdict.kind}`, { name: person }),
    reason: verdict.kind === 'refuse' ? refusalText(ctx, verdict.reason) : '',
    email: identity.email,
    fullName: identity.full_name,
    login: identity.login,
    groups: identity.groups,
    roles: await rolesText(ctx, settings, identity.groups ?? []),
    claims: Object.entries(identity.claims).map(([name, value]) => ({
      name,
      value: typeof value === 'string' ? value : JSON.stringify(value),
    })),
  });
  return page.header('cache-control', 'no-store');
}
