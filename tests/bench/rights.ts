// A workspace in which it takes work to know what somebody may read: ten levels of pages, 200 grants, 50 groups.
import { createApp } from '../../core/boot/boot.ts';
import { loadSettings } from '../../core/boot/config.ts';
import { type Role, roles } from '../../core/http/route.ts';
import { insertAccount } from '../../plugins/auth/accounts.ts';
import { actorOf } from '../../plugins/auth/contract.ts';
import { createToken } from '../../plugins/auth/tokens.ts';
import { markdownToBlocks } from '../../plugins/blocks/markdown/lazy.ts';
import { pages } from '../../plugins/pages/contract.ts';
import { grant } from '../../plugins/permissions/grants.ts';
import { addToGroup, createGroup } from '../../plugins/permissions/groups/groups.ts';
import { workspaces } from '../../plugins/workspaces/contract.ts';
import { memberStore } from '../../plugins/workspaces/store.ts';
import { markdown } from './data.ts';
import { SECRET_KEY } from './prepare.ts';

export const LEVELS = 10;
export const GRANTS = 200;
export const GROUPS = 50;
const PAGES = 100;

export interface Rights {
  /** of a member who has what two dozen groups have, each on another level */
  token: string;
  workspaceId: number;
  /** the first of the pages below the last level */
  firstPage: number;
  pages: number;
}

export async function prepareRights(folder: string): Promise<Rights> {
  const app = await createApp(loadSettings({ DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'error', SECRET_KEY }));
  const system = app.context({ type: 'system', reason: 'bench' });
  const person = (login: string) => ({ login, email: `${login}@example.org`, full_name: login, password_hash: 'none' });
  const owner = app.context(actorOf(await insertAccount(system, person('owner'))));
  const member = await insertAccount(system, person('member'));
  const { id: workspaceId } = await owner.use(workspaces).create(owner, { name: 'Rights' });
  await system.tx((tx) => memberStore.add(tx, workspaceId, member.id, 'viewer'));
  const groups = [];
  for (let index = 0; index < GROUPS; index += 1) {
    const group = await createGroup(owner, workspaceId, { name: `Group ${index}` });
    // Every other one: what other groups were given is passed on the way.
    if (index % 2) await addToGroup(owner, group, member.id);
    groups.push(group);
  }
  let parentId: number | null = null;
  for (let level = 0; level < LEVELS; level += 1) {
    const made: { id: number } = await owner
      .use(pages)
      .create(owner, { workspaceId, parentId, title: `Level ${level}` });
    // At the last levels nothing reaches the member, so that the way up is walked.
    const reaching = level < 2 ? groups : groups.filter((_group, index) => index % 2 === 0);
    for (let index = 0; index < GRANTS / LEVELS; index += 1) {
      const group = reaching[(level * 7 + index) % reaching.length] as { id: number };
      await grant(owner, made.id, { group_id: group.id }, roles[index % 3] as Role);
    }
    parentId = made.id;
  }
  let firstPage = 0;
  for (let index = 0; index < PAGES; index += 1) {
    const { title, body } = markdown(index);
    const { id } = await owner
      .use(pages)
      .create(owner, { workspaceId, parentId, title, blocks: markdownToBlocks(body) });
    firstPage ||= id;
  }
  const { token } = await createToken(app.context(actorOf(member)), {});
  await app.stop();
  return { token, workspaceId, firstPage, pages: PAGES };
}
