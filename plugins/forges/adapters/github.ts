// GitHub, and servers of its kind elsewhere.
import type { ForgeAdapter } from './adapter.ts';
import { REPOSITORIES_A_PAGE } from './adapter.ts';
import { segment } from './forge-api.ts';
import { giteaContents, giteaRepository, readGiteaPush } from './gitea.ts';

type GithubRepository = Parameters<typeof giteaRepository>[0];

const at = (owner: string, name: string): string => `/repos/${segment(owner)}/${segment(name)}`;

export const githubAdapter: ForgeAdapter = {
  // The public one has its interface at another origin, which is its own.
  api: (base) => (new URL(base).host === 'github.com' ? 'https://api.github.com' : `${base}/api/v3`),
  authorizeUrl: (base) => `${base}/login/oauth/authorize`,
  tokenUrl: (base) => `${base}/login/oauth/access_token`,
  scope: (isPrivate) => `read:user user:email${isPrivate ? ' repo' : ''}`,
  async me(api) {
    const { id, login, name } = await api.json<{ id: number; login: string; name?: string | null }>('/user');
    return { id: String(id), login, full_name: name || login };
  },
  async email(api) {
    const all = await api.json<{ email: string; verified: boolean; primary: boolean }[]>('/user/emails');
    return all.find(({ verified, primary }) => verified && primary)?.email ?? '';
  },
  async repositories(api, page) {
    const path = `/user/repos?page=${page}&per_page=${REPOSITORIES_A_PAGE}&sort=full_name`;
    return (await api.json<GithubRepository[]>(path)).map(giteaRepository);
  },
  repository: async (api, owner, name) => giteaRepository(await api.json<GithubRepository>(at(owner, name))),
  contents: giteaContents,
  archive: (api, { owner, name, ref }, maxBytes) => api.file(`${at(owner, name)}/zipball/${segment(ref)}`, maxBytes),
  head: async (api, { owner, name, ref }) =>
    (await api.json<{ sha: string }>(`${at(owner, name)}/commits/${segment(ref)}`)).sha,
  revoke: (base, { id, secret }, token) => ({
    url: `${githubAdapter.api(base)}/applications/${segment(id)}/token`,
    method: 'DELETE',
    headers: {
      authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
      accept: 'application/vnd.github+json',
      'content-type': 'application/json',
      'user-agent': 'commonplace',
    },
    body: JSON.stringify({ access_token: token }),
  }),
  pushHeaders: { signature: ['x-hub-signature-256'], delivery: ['x-github-delivery'] },
  readPush: readGiteaPush,
};
