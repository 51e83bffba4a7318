// A workspace with something on every page, and the addresses of all pages that people see.
import { unsubscribeToken } from '../../plugins/notifications/unsubscription.ts';
import { copyStore } from '../../plugins/pages/copies/copy-store.ts';
import { passkeys } from '../../plugins/two-factor/store.ts';
import type { TestApp } from '../kit/app.ts';

/** Titles and names that become markup wherever somebody forgot to escape. */
export const HOSTILE = ['"><script>document.title=1</script>', '<img src=x onerror=document.title=1>'] as const;

export interface Place {
  path: string;
  /** whether titles of pages or names of workspaces show here */
  titles?: true;
}

export interface Places {
  visitor: Place[];
  member: Place[];
}

/** Fills the workspace of `adm`, who also sees the pages of administrators. */
export async function furnish(t: TestApp): Promise<Places> {
  const [scriptTitle, imageTitle] = HOSTILE;
  const call = async (method: string, url: string, body?: object) => {
    const answer = await t.call('adm', method, url, body);
    if (answer.status !== 200) throw new Error(`${method} ${url}: ${answer.status} ${answer.text}`);
    return answer.body;
  };
  const make = async (title: string, extra: object = {}): Promise<number> => {
    const markdown =
      'Some *text* with a [link](https://example.org), a list and a table.\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n';
    return (await call('POST', '/api/pages', { title, markdown, ...extra })).id;
  };
  const { workspaces } = await call('GET', '/api/workspaces');
  const workspace = workspaces[0].id as number;
  await call('PUT', `/api/workspaces/${workspace}`, { name: imageTitle });
  await call('POST', `/api/workspace/${workspace}/members`, { email: 'new@example.org', role: 'editor' });
  const parent = await make(scriptTitle, { workspace_id: workspace });
  const child = await make(imageTitle, { workspace_id: workspace, parent_id: parent });
  const gone = await make(imageTitle, { workspace_id: workspace });
  await call('POST', `/api/pages/${gone}/trash`);
  const tag = await call('POST', `/api/local-workspace/items/${child}/tags`, { name: imageTitle });
  await call('POST', '/api/v2/favorites', { page_id: child });
  const template = await call('POST', '/board/api/page-templates', { page_id: child, description: scriptTitle });
  const me = t.user('adm').id;
  await call('POST', `/api/workspace/${workspace}/members`, { email: 'edi@example.org', role: 'editor' });
  const said = await t.call('edi', 'POST', `/api/v2/pages/${child}/comments`, {
    body: { body: `<@${me}> ${scriptTitle}` },
  });
  if (said.status !== 200) throw new Error(said.text);
  const database = await call('POST', '/db/api', { title: scriptTitle, workspace_id: workspace });
  const row = await call('POST', `/api/v2/collections/${database.collection.id}/rows`, { title: imageTitle });
  const { id: home, page_id: homePage } = database.collection;
  const when = { starts_on: '2026-03-02', ends_on: '2026-03-06' };
  const copy = await t.ctx('adm').tx(async (tx) => {
    const from = { workspace_id: workspace, user_id: me, origin: 'user', source_id: child, parent_id: null } as const;
    const id = await copyStore.insert(tx, { ...from, title: scriptTitle }, []);
    await copyStore.change(tx, id, { status: 'failed', error: 'Something went wrong.', finished_at: tx.now() });
    return id;
  });
  const sprint = await call('POST', '/api/v2/sprints', { collection_id: home, name: scriptTitle, ...when });
  const [{ id: title }] = await call('GET', `/api/v2/collections/${home}/properties`);
  const columns = [{ property: title }];
  const intake = await call('POST', `/api/collections/${home}/table`, { text: `Name\n${imageTitle}\n`, columns });
  await t.app.jobs.drain();
  const form = await call('POST', `/api/v2/collections/${home}/views`, { name: scriptTitle, kind: 'form' });
  await call('PUT', `/api/v2/pages/${homePage}/publish`, { slug: 'open-rows', form_ids: [form.id] });
  await call('PUT', `/api/v2/pages/${child}/publish`, { slug: 'open-text' });
  const key = { name: imageTitle, credential_id: 'x', public_key: 'x', counter: 0, transports: '' };
  await t.ctx('adm').tx((tx) => passkeys.insert(tx, { user_id: me, ...key }));
  t.outbound.answer = () => ({ body: Buffer.from(scriptTitle) });
  const at = { workspace_id: workspace, url: 'https://example.org/hooks', name: imageTitle };
  const hook = await call('POST', '/api/v2/webhooks', { body: { ...at, headers: { 'x-team': 'docs' } } });
  await call('POST', `/api/v2/webhooks/${hook.id}/test`);
  const group = await call('POST', '/api/v2/groups', { workspace_id: workspace, name: imageTitle });
  const connector = await call('POST', '/api/agent/connectors', { name: imageTitle, url: 'https://example.org/api' });
  t.outbound.answer = undefined;
  const talk = await call('POST', '/api/agent/conversations', { title: scriptTitle, page_id: child });
  await call('PUT', `/api/agent/conversations/${talk.id}/memory`, { notes: [{ text: imageTitle }] });
  const condition_json = [{ field: 'title', op: 'contains', value: 'src' }];
  const actions_json = [
    { kind: 'notify', message: scriptTitle, user_ids: [me] },
    { kind: 'webhook', webhook_id: hook.id },
  ];
  const rule = { workspace_id: workspace, name: imageTitle, condition_json, actions_json };
  const { id: automation } = await call('POST', '/api/v2/automations', { body: rule });
  await make(imageTitle, { workspace_id: workspace });
  await make('No match', { workspace_id: workspace });
  await t.app.events.run();
  const runs = await call('GET', `/api/v2/automations/${automation}/runs`);
  return {
    visitor: [
      '/',
      '/help/using',
      '/help/running',
      '/help?q=import',
      '/help/design',
      '/auth/login',
      '/auth/register',
      '/auth/forgot',
      '/auth/reset?token=x',
      '/auth/confirmed',
      '/help',
      '/invite/x',
      '/shared/x',
      '/offline/frame',
      '/offline/notice',
      `/notifications/unsubscribe?token=${unsubscribeToken(t.app, me, ['mention'])}`,
      '/p/open-text',
      '/p/open-rows',
      `/p/open-rows/pages/${row.id}`,
      `/p/open-rows/forms/${form.id}`,
      '/none',
    ].map((path) => ({ path })),
    member: [
      ...[
        '/',
        '/?search=text',
        '/workspaces',
        '/offline',
        '/workspace',
        '/local-workspace',
        `/local-workspace?folder=${parent}`,
        `/pages/${parent}`,
        `/pages/${child}`,
        `/pages/${child}?embed=1`,
        `/pages/${child}/edit`,
        `/pages/${child}/move`,
        `/pages/${child}/history`,
        `/pages/${child}/history?view=side`,
        `/pages/${child}/history?view=text`,
        `/pages/${child}/links`,
        `/pages/${gone}`,
        '/pages/new',
        '/search?q=text',
        '/trash',
        '/tags',
        '/templates',
        `/templates?parent_id=${parent}`,
        `/templates?into_id=${child}`,
        `/templates/${template.id}`,
        `/pages/${child}/save-as-template`,
        `/pages/${child}/template-inside`,
        `/tags/${tag.id}`,
        '/notifications',
        `/pages/${child}/watching`,
        `/workspaces/${workspace}/members`,
        `/workspaces/${workspace}/emoji`,
        `/workspaces/${workspace}/settings`,
        `/workspaces/${workspace}/settings/general`,
        `/workspaces/${workspace}/two-factor`,
        `/workspaces/${workspace}/groups`,
        `/workspaces/${workspace}/groups/${group.id}`,
        `/workspaces/${workspace}/guests`,
        `/workspaces/${workspace}/rights`,
        `/workspaces/${workspace}/webhooks`,
        `/workspaces/${workspace}/webhooks/new`,
        `/webhooks/${hook.id}`,
        '/admin/webhooks',
        '/admin/backups',
        '/admin/audit',
        '/admin/workspaces',
        '/admin/maintenance',
        '/admin/health',
        '/workspace/automations',
        '/agent',
        `/agent/fill?page_id=${homePage}`,
        `/agent/${talk.id}`,
        `/agent/${talk.id}/memory`,
        '/agent/connectors',
        '/extensions',
        '/extensions/connect',
        `/extensions?${new URLSearchParams({ source_url: scriptTitle, title: scriptTitle, text: scriptTitle })}`,
        '/extensions/templates',
        `/agent/connectors/${connector.id}`,
        `/workspace/automations/${automation}`,
        `/workspace/automations/${automation}/runs`,
        ...runs.map(({ id }: { id: string }) => `/workspace/automations/${automation}/runs/${id}`),
        `/pages/${child}/sharing`,
        `/pages/${child}/as`,
        `/pages/${database.page.id}`,
        `/pages/${row.id}`,
        `/rows/${row.id}/edit`,
        '/databases/new',
        '/dashboards/new',
        '/exports',
        `/workspaces/${workspace}/export-schedule`,
        `/pages/${child}/publishing`,
        `/pages/${homePage}/sharing/properties`,
        `/collections/${home}/more`,
        `/collections/${home}/sprints`,
        `/sprints/${sprint.id}`,
        `/copies/${copy}`,
        `/table-intakes/${intake.id}`,
        `/rows/${row.id}/calendar`,
        '/library?tab=workspace',
        '/access-requests',
        '/accounts/two-factor',
        '/import',
        '/welcome',
        '/admin/mail/1',
      ].map((path) => ({ path, titles: true as const })),
      ...[
        '/welcome?step=people',
        '/welcome?step=content',
        '/workspace/automations/new',
        '/admin/webhooks/new',
        '/help/keyboard',
        '/help/design',
        '/accounts',
        '/accounts/settings',
        '/accounts/settings/appearance',
        '/accounts/settings/sign-in',
        '/accounts/settings/tokens',
        '/accounts/settings/sessions',
        '/settings',
        '/notifications/preferences',
        '/help',
        '/admin',
        '/admin/users',
        '/admin/devices',
        '/admin/devices/1',
        '/admin/mail',
        '/admin/jobs',
        '/admin/calls',
        '/admin/settings',
        '/admin/sign-on',
        '/admin/forges',
        '/admin/agent',
        '/accounts/sign-on',
        '/accounts/forges',
        '/auth/reauth',
        '/p/open-text',
        '/p/open-rows',
        `/p/open-rows/pages/${row.id}`,
        `/p/open-rows/forms/${form.id}`,
        '/none',
      ].map((path) => ({ path })),
    ],
  };
}
