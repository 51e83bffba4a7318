// What all pages of administrators share: their tabs, their place in the breadcrumb, and lists cut into pages.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';

const TABS = ['overview', 'users', 'mail', 'jobs', 'calls', 'settings'] as const;
export type Tab = (typeof TABS)[number];

const hrefOf = (tab: Tab): string => (tab === 'overview' ? '/admin' : `/admin/${tab}`);

/** What was done, as the address says it after a form went well. */
const DONE = ['changed', 'unguarded', 'out', 'retried', 'purged', 'tested', 'saved'];

/** Shows `templates/admin/<template>` below the tabs. */
export function adminPage(
  request: Request,
  h: ResponseToolkit,
  tab: Tab,
  values: { template?: string; title?: string; message?: string } & Record<string, unknown>,
): ResponseObject {
  const { app, locale } = request.ctx;
  const t = app.messages.in(locale);
  const name = t(`admin.tab.${tab}`);
  const what = String(request.query.done ?? '');
  const place = values.title ? [{ title: name, href: hrefOf(tab) }, { title: values.title }] : [{ title: name }];
  return h.view(`admin/${values.template ?? tab}`, {
    title: name,
    breadcrumb: [{ title: t('admin.nav'), href: '/admin' }, ...place],
    tabs: TABS.map((one) => ({ href: hrefOf(one), label: t(`admin.tab.${one}`), current: one === tab })),
    done: !values.message && DONE.includes(what) ? t(`admin.done.${what}`) : '',
    message: '',
    ...values,
  });
}

export const databaseName = (engine: string): string => (engine === 'postgres' ? 'PostgreSQL' : 'SQLite');

/** Where a list stands; `address` is that of the list without its page. */
export const pagesOf = (request: Request, total: number, address: string) => {
  const { page, limit } = request.query as { page: number; limit: number };
  return { page, last: Math.max(1, Math.ceil(total / limit)), address };
};
