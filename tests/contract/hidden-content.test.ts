// Acceptance checks 2 and 13 of the security plan: nothing of a hidden page on any other surface, and hostile words are
// text on every page.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Parser } from 'htmlparser2';
import { workspaces } from '../../plugins/workspaces/contract.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';

const CANARY = 'SECRET-7f3a';
const HOSTILE = ['"><script>document.title=1</script>', "<img src=x onerror='document.title=2'>"];

/** What a browser would run of a page itself: scripts that are not files of ours, handlers, addresses that are code. */
function activeParts(html: string): string[] {
  const found: string[] = [];
  const onopentag = (name: string, attributes: Record<string, string>) => {
    if (name === 'script' && !attributes.src?.startsWith('/static/')) found.push('script');
    for (const [key, value] of Object.entries(attributes))
      if (key.startsWith('on') || key === 'style' || /^\s*(javascript|vbscript|data:text)/i.test(value))
        found.push(`${name} ${key}=${value}`);
  };
  new Parser({ onopentag }).end(html);
  return found;
}

onEachEngine((_engine, open) => {
  describe('a page that is hidden', () => {
    let t: TestApp;
    let hidden: number;
    let other: number;
    before(async () => {
      t = await startApp(await open());
      const make = async (body: object): Promise<number> =>
        (await t.call('ann', 'POST', '/api/pages', { workspace_id: t.ws1, ...body })).body.id;
      other = await make({ title: 'Other' });
      hidden = await make({ title: `${CANARY} title`, markdown: `${CANARY} [[Other]]`, parent_id: other });
      const blocks = [{ type: 'paragraph', data: {}, content: [{ type: 'pageLink', pageId: hidden }] }];
      await t.call('ann', 'PUT', `/api/pages/${other}/content`, { blocks });
      const link = [{ type: 'paragraph', data: {}, content: [{ type: 'pageLink', pageId: other }] }];
      await t.call('ann', 'PUT', `/api/pages/${hidden}/content`, { blocks: [...link, words(CANARY)] });
      const synced = await t.call('ann', 'POST', '/api/v2/synced-blocks', { page_id: hidden, blocks: [words(CANARY)] });
      const holder = { type: 'synced', data: { syncedBlockId: synced.body.id } };
      await t.call('ann', 'PUT', `/api/pages/${other}/content`, { blocks: [...blocks, holder] });
      // What vic kept of it while it was there to be seen.
      assert.equal((await t.call('vic', 'GET', `/pages/${hidden}`)).status, 200);
      assert.equal(
        (await t.call('vic', 'POST', `/api/local-workspace/items/${hidden}/tags`, { name: 'kept' })).status,
        200,
      );
      assert.equal((await t.call('vic', 'POST', '/api/v2/favorites', { page_id: hidden })).status, 200);
      const thread = { body: `${CANARY} @[Vic](user:${t.user('vic').id})` };
      await t.call('ann', 'POST', `/api/v2/pages/${hidden}/comments`, { body: thread });
      await t.app.database
        .writer('pages')
        .where({ id: hidden })
        .update({ permission_type: 'private', access_root_id: hidden });
      const system = t.app.context({ type: 'system', reason: 'tests' });
      await system.tx((tx) => tx.use(workspaces).bumpEpoch(tx, t.ws1));
    });
    after(() => t.stop());

    const words = (text: string) => ({ type: 'paragraph', data: {}, content: [{ type: 'text', text }] });
    const surfaces = (): string[] => [
      ...[`/api/search?q=${CANARY}`, `/api/v2/search?q=${CANARY}`, `/board/api/wiki/titles?ids=${hidden},${other}`],
      ...[`/api/nav/menu?workspace_id=${t.ws1}`, `/api/nav/menu?parent_id=${other}`, '/api/sidebar/workspace-tree'],
      ...[
        '/api/local-workspace/tree',
        `/api/local-workspace/tree?folder=${other}`,
        '/api/local-workspace/tags/search?tags=kept',
      ],
      ...['/api/v2/pages', '/api/v2/favorites', '/api/v2/recents', '/api/v2/mentions', '/api/v2/notifications'],
      ...[
        '/api/v2/synced-blocks',
        '/api/v2/files',
        `/api/v2/pages/${other}/children`,
        `/api/v2/pages/${other}/backlinks`,
      ],
      ...[`/api/v2/pages/${other}/markdown`, `/api/pages/${other}/content`, `/api/pages/${other}/preview`],
      ...[`/pages/${other}`, `/pages/${other}.md`, `/pages/${other}/links`, `/pages/${other}/history`],
      ...['/', '/workspaces', '/local-workspace', `/local-workspace?folder=${other}`, '/tags', '/trash', '/templates'],
    ];
    const leaking = async (who: Name): Promise<string[]> => {
      const found: string[] = [];
      for (const url of surfaces())
        if ((await t.call(who, 'GET', url)).text.replaceAll(`q=${CANARY}`, '').includes(CANARY)) found.push(url);
      return found;
    };

    it('leaves no trace for others, where its owner finds it', async () => {
      assert.deepEqual(await leaking('vic'), []);
      assert.ok((await leaking('ann')).length > 10);
      for (const end of ['', '.md', '/links', '/history'])
        assert.equal((await t.call('vic', 'GET', `/pages/${hidden}${end}`)).status, 404, end);
    });

    it('is not counted', async () => {
      const { body, headers } = await t.call('vic', 'GET', `/api/v2/pages?workspace_id=${t.ws1}&limit=100`);
      assert.equal(Number(headers['x-total-count']), body.length);
      for (const { id } of body) assert.equal((await t.call('vic', 'GET', `/pages/${id}`)).status, 200);
      const tags = (await t.call('vic', 'GET', '/api/settings/tags/all')).body.tags;
      assert.deepEqual(
        tags.map(({ name, count }: { name: string; count: number }) => [name, count]),
        [['kept', 0]],
      );
      const [item] = (await t.call('vic', 'GET', `/api/nav/menu?workspace_id=${t.ws1}`)).body.items;
      assert.deepEqual([item.id, item.has_children], [other, false]);
    });
  });
});

describe('hostile words', () => {
  onEachEngine((_engine, open) => {
    let t: TestApp;
    let page: number;
    before(async () => {
      t = await startApp(await open());
      for (const title of HOSTILE) {
        const made = await t.call('ann', 'POST', '/api/pages', {
          title,
          workspace_id: t.ws1,
          markdown: `${title} #tag`,
        });
        page = made.body.id;
        await t.call('ann', 'POST', `/api/local-workspace/items/${page}/tags`, { name: title });
        await t.call('ann', 'POST', '/api/v2/favorites', { page_id: page });
        await t.call('ann', 'POST', `/api/v2/pages/${page}/comments`, { body: { body: title, quote: title } });
        const template = { workspace_id: t.ws1, name: title, description: title, blocks: [] };
        assert.equal((await t.call('ann', 'POST', '/api/v2/templates/pages', template)).status, 200);
        await t.call('ann', 'PUT', `/api/workspaces/${t.ws1}`, { name: title });
        await t.call('ann', 'PUT', '/api/user/profile', { full_name: title });
      }
    });
    after(() => t.stop());

    it('are text on every page that can be reached, and no page has a script or handler in it', async () => {
      const seen = new Set<string>(['/']);
      let said = 0;
      for (const url of seen) {
        const answer = await t.call('ann', 'GET', url);
        if (!/^text\/html/.test(answer.headers['content-type'] ?? '')) continue;
        assert.match(answer.headers['content-security-policy'] ?? '', /default-src 'none'/, url);
        for (const words of HOSTILE) assert.ok(!answer.text.includes(words), `${url} holds ${words}`);
        assert.deepEqual(activeParts(answer.text), [], url);
        if (answer.text.includes('document.title=')) said += 1;
        for (const [, href] of answer.text.matchAll(/<a\b[^>]*\shref="(\/[^"#]*)/g)) {
          const address = (href as string).replaceAll('&amp;', '&').replaceAll('&#39;', "'");
          if (seen.size < 150 && !/^\/(auth\/logout|static|api|docs|redoc)|^\/\//.test(address)) seen.add(address);
        }
      }
      assert.ok(seen.size > 25 && said > 20, `${said} of ${seen.size} pages named them`);
    });

    it('are no addresses', async () => {
      const schemes = [
        'javascript:alert(1)',
        'JAVASCRIPT:alert(1)',
        'java\tscript:alert(1)',
        'vbscript:x',
        'data:text/html,<script>',
      ];
      const put = (block: object) => t.call('ann', 'PUT', `/api/pages/${page}/content`, { blocks: [block] });
      for (const href of schemes) {
        const link = { type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href } }] };
        assert.equal((await put({ type: 'paragraph', data: {}, content: [link] })).status, 422, href);
        for (const type of ['bookmark', 'embed', 'image', 'video', 'audio', 'pdf', 'file'])
          assert.equal((await put({ type, data: { url: href, name: 'x' } })).status, 422, `${type} ${href}`);
        assert.equal((await t.call('ann', 'PATCH', `/api/v2/pages/${page}`, { cover_url: href })).status, 422, href);
      }
    });
  });
});
