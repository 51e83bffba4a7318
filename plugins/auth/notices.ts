// Mails that tell people of changes of their account, in the language they read.

import type { MessageValues } from '../../core/i18n/message-format.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { languages } from './contract.ts';
import type { UserRow } from './store.ts';

/** The language in which an account is written to: its own where that is known, whoever caused the mail. */
export async function accountLanguage(ctx: Ctx, userId: number): Promise<string> {
  const known = await Promise.all(ctx.app.contributions(languages).map((find) => find(ctx, userId)));
  return known.find((one) => one !== undefined) ?? ctx.locale;
}

/** Tells a person of a change of their account by mail; `subject` and `text` are keys of messages. */
export async function sendAccountNotice(
  ctx: Ctx,
  person: Pick<UserRow, 'id' | 'email' | 'full_name'>,
  subject: string,
  text: string,
  values: MessageValues = {},
): Promise<void> {
  const locale = await accountLanguage(ctx, person.id);
  const t = ctx.app.messages.in(locale);
  await ctx.app.mail.send(ctx, {
    to: { address: person.email, name: person.full_name },
    subject: t(subject, values),
    template: 'notice',
    locale,
    values: {
      name: person.full_name,
      text: t(text, values),
      address: ctx.address,
      settings: `${ctx.app.baseUrl}/accounts/settings`,
    },
  });
}
