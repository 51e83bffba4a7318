// What all pages of administrators share: their tabs, their place in the breadcrumb, and lists cut into pages.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import type { AdminPages } from './contract.ts';

/** What is looked at together stands together; after the last group come the tabs of other plugins. */
const TAB_GROUPS = [
  ['overview', 'health'],
  ['users', 'devices', 'workspaces'],
  ['mail', 'jobs', 'audit', 'calls', 'maintenance'],
  ['settings'],
] as const;
export type AdminTab = (typeof TAB_GROUPS)[number][number];

const hrefOf = (tab: AdminTab): string => (tab === 'overview' ? '/admin' : `/admin/${tab}`);

/** What was done, as the address says it after a form went well. */
const DONE = [
  'changed',
  'unguarded',
  'out',
  'deleted',
  'retried',
  'purged',
  'tested',
  'saved',
  'checking',
  'restored',
  'ended',
];

interface PageTab {
  href: string;
  label: string;
  isFirstOfGroup: boolean;
}

/** Those of this plugin, and what others add to them. */
function tabsOf({ ctx: { app, locale } }: Request): PageTab[] {
  const t = app.messages.in(locale);
  const own = TAB_GROUPS.flatMap((group, at) =>
    group.map((one) => ({
      ...{ href: hrefOf(one), label: t(`admin.tab.${one}`) },
      isFirstOfGroup: at > 0 && one === group[0],
    })),
  );
  const others = app
    .navigation('admin-tab')
    .map(({ href, label }) => ({ href, label: t(label), isFirstOfGroup: false }));
  return [...own, ...others];
}

/** Shows a template below the tabs. */
const show: AdminPages['show'] = (request, h, href, template, values) => {
  const { app, locale } = request.ctx;
  const tabs = tabsOf(request);
  const name = tabs.find((one) => one.href === href)?.label ?? '';
  const place = values.title ? [{ title: name, href }, { title: values.title }] : [{ title: name }];
  return h.view(template, {
    title: name,
    breadcrumb: [{ title: app.messages.text(locale, 'admin.nav'), href: '/admin' }, ...place],
    tabs: tabs.map((one) => ({ ...one, current: one.href === href })),
    done: '',
    message: '',
    ...values,
  });
};

export const adminPageService: AdminPages = { show };

/** Shows `templates/admin/<template>` below the tabs. */
export function adminPage(
  request: Request,
  h: ResponseToolkit,
  tab: AdminTab,
  values: { template?: string; title?: string; message?: string } & Record<string, unknown>,
): ResponseObject {
  const { app, locale } = request.ctx;
  const what = String(request.query.done ?? '');
  const done = !values.message && DONE.includes(what) ? app.messages.text(locale, `admin.done.${what}`) : '';
  return show(request, h, hrefOf(tab), `admin/${values.template ?? tab}`, { done, ...values });
}

export const databaseName = (engine: string): string => (engine === 'postgres' ? 'PostgreSQL' : 'SQLite');

/** Where a list stands; `address` is that of the list without its page. */
export const listPagination = (request: Request, total: number, address: string) => {
  const { page, limit } = request.query as { page: number; limit: number };
  return { page, last: Math.max(1, Math.ceil(total / limit)), address };
};
