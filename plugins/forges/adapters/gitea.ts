// Gitea, and Forgejo which has kept its interface.
import type { ForgeAdapter, Repository, RepositoryEntry } from './adapter.ts';
import { REPOSITORIES_A_PAGE } from './adapter.ts';
import { type ForgeApi, pathOf, refName, segment } from './forge-api.ts';

interface GiteaRepository {
  name: string;
  owner: { login: string };
  clone_url: string;
  default_branch: string;
  language?: string;
  description?: string;
  private: boolean;
}

interface GiteaEntry {
  name: string;
  path: string;
  type: string;
  size: number;
  sha: string;
  content?: string | null;
  /** where a link leads */
  target?: string | null;
  /** of another repository that belongs there */
  submodule_git_url?: string | null;
}

export const giteaRepository = (one: GiteaRepository): Repository => ({
  owner: one.owner.login,
  name: one.name,
  clone_url: one.clone_url,
  default_branch: one.default_branch,
  language: one.language ?? '',
  description: one.description ?? '',
  private: one.private,
});

/** Links and modules of other repositories are shown as files: they lead nowhere here. */
const entryOf = ({ name, path, type, size, sha }: GiteaEntry): RepositoryEntry => ({
  ...{ name, path, size, sha },
  type: type === 'dir' ? 'dir' : 'file',
});

const at = (owner: string, name: string): string => `/repos/${segment(owner)}/${segment(name)}`;
const query = (ref: string): string => (ref ? `?ref=${segment(ref)}` : '');

interface GiteaPush {
  ref?: unknown;
  repository?: { name?: unknown; owner?: { login?: unknown; username?: unknown } };
}

/** What GitHub, Gitea and Forgejo send of a push. */
export const readGiteaPush: ForgeAdapter['readPush'] = (body) => {
  const { ref, repository } = (body ?? {}) as GiteaPush;
  const owner = repository?.owner?.login ?? repository?.owner?.username;
  const name = repository?.name;
  if (typeof owner !== 'string' || typeof name !== 'string') return undefined;
  return { owner, name, ref: refName(ref) };
};

/** Also GitHub has these, at the same places. */
export const giteaContents = async (
  api: ForgeApi,
  { owner, name, ref }: { owner: string; name: string; ref: string },
  path: string,
): ReturnType<ForgeAdapter['contents']> => {
  const found = await api.json<GiteaEntry | GiteaEntry[]>(`${at(owner, name)}/contents/${pathOf(path)}${query(ref)}`);
  if (Array.isArray(found)) return { type: 'dir', entries: found.map(entryOf) };
  const { size, sha, content } = found;
  // Nothing is followed: where they lead is all that is shown of them.
  const elsewhere = found.target || found.submodule_git_url;
  if (elsewhere) return { type: 'file', size, sha, bytes: Buffer.from(elsewhere) };
  // Of what is too large for an answer there is no content.
  const isThere = typeof content === 'string' && (content !== '' || size === 0);
  return { type: 'file', size, sha, ...(isThere && { bytes: Buffer.from(content, 'base64') }) };
};

export const giteaAdapter: ForgeAdapter = {
  api: (base) => `${base}/api/v1`,
  authorizeUrl: (base) => `${base}/login/oauth/authorize`,
  tokenUrl: (base) => `${base}/login/oauth/access_token`,
  scope: () => 'read:user read:repository',
  async me(api) {
    const { id, login, full_name } = await api.json<{ id: number; login: string; full_name?: string }>('/user');
    return { id: String(id), login, full_name: full_name || login };
  },
  async email(api) {
    const all = await api.json<{ email: string; verified: boolean; primary: boolean }[]>('/user/emails');
    return all.find(({ verified, primary }) => verified && primary)?.email ?? '';
  },
  async repositories(api, page) {
    const path = `/user/repos?page=${page}&limit=${REPOSITORIES_A_PAGE}`;
    return (await api.json<GiteaRepository[]>(path)).map(giteaRepository);
  },
  repository: async (api, owner, name) => giteaRepository(await api.json<GiteaRepository>(at(owner, name))),
  contents: giteaContents,
  archive: (api, { owner, name, ref }, maxBytes) =>
    api.file(`${at(owner, name)}/archive/${segment(ref)}.zip`, maxBytes),
  head: async (api, { owner, name, ref }) =>
    (await api.json<{ sha: string }>(`${at(owner, name)}/git/commits/${segment(ref)}`)).sha,
  pushHeaders: {
    signature: ['x-forgejo-signature', 'x-gitea-signature'],
    delivery: ['x-forgejo-delivery', 'x-gitea-delivery'],
  },
  readPush: readGiteaPush,
};
