// GitLab, whose projects lie in groups of any depth: their path is one part of an address.
import type { ForgeAdapter, Repository, RepositoryEntry } from './adapter.ts';
import { ENTRIES_MAX, REPOSITORIES_A_PAGE } from './adapter.ts';
import { type ForgeApi, ForgeFault, refName, segment } from './forge-api.ts';

interface GitlabProject {
  path: string;
  namespace: { full_path: string };
  http_url_to_repo: string;
  default_branch: string | null;
  description?: string | null;
  visibility: string;
}

const repositoryOf = (one: GitlabProject): Repository => ({
  owner: one.namespace.full_path,
  name: one.path,
  clone_url: one.http_url_to_repo,
  default_branch: one.default_branch ?? '',
  // It says languages of one project at a time only.
  language: '',
  description: one.description ?? '',
  private: one.visibility !== 'public',
});

const at = (owner: string, name: string): string => `/projects/${segment(`${owner}/${name}`)}`;
const ENTRIES_A_PAGE = 100;

/** Of a folder as much as is shown. */
async function treeAt(api: ForgeApi, where: string, path: string, ref: string): Promise<RepositoryEntry[]> {
  const address = `${where}/repository/tree?path=${segment(path)}&ref=${segment(ref || 'HEAD')}&per_page=${ENTRIES_A_PAGE}`;
  const entries: RepositoryEntry[] = [];
  for (let page = 1; entries.length < ENTRIES_MAX; page += 1) {
    const found = await api.json<{ id: string; name: string; path: string; type: string }[]>(`${address}&page=${page}`);
    for (const { id, name, path: whole, type } of found)
      entries.push({ name, path: whole, sha: id, size: 0, type: type === 'tree' ? 'dir' : 'file' });
    if (found.length < ENTRIES_A_PAGE) break;
  }
  return entries;
}

async function fileAt(api: ForgeApi, where: string, path: string, ref: string) {
  const address = `${where}/repository/files/${segment(path)}?ref=${segment(ref || 'HEAD')}`;
  const { size, blob_id, content } = await api.json<{ size: number; blob_id: string; content: string }>(address);
  return { type: 'file' as const, size, sha: blob_id, bytes: Buffer.from(content, 'base64') };
}

interface GitlabPush {
  ref?: unknown;
  project?: { path_with_namespace?: unknown };
}

export const gitlabAdapter: ForgeAdapter = {
  api: (base) => `${base}/api/v4`,
  authorizeUrl: (base) => `${base}/oauth/authorize`,
  tokenUrl: (base) => `${base}/oauth/token`,
  scope: () => 'read_user read_api',
  async me(api) {
    const { id, username, name } = await api.json<{ id: number; username: string; name?: string }>('/user');
    return { id: String(id), login: username, full_name: name || username };
  },
  async email(api) {
    const { email, confirmed_at } = await api.json<{ email: string; confirmed_at: string | null }>('/user');
    return confirmed_at ? email : '';
  },
  async repositories(api, page) {
    const path = `/projects?membership=true&order_by=path&sort=asc&page=${page}&per_page=${REPOSITORIES_A_PAGE}`;
    return (await api.json<GitlabProject[]>(path)).map(repositoryOf);
  },
  repository: async (api, owner, name) => repositoryOf(await api.json<GitlabProject>(at(owner, name))),
  async contents(api, { owner, name, ref }, path) {
    const where = at(owner, name);
    if (path) {
      const file = await fileAt(api, where, path, ref).catch((error: unknown) => {
        if (error instanceof ForgeFault && error.reason === 'missing') return undefined;
        throw error;
      });
      if (file) return file;
    }
    const entries = await treeAt(api, where, path, ref);
    if (path && !entries.length) throw new ForgeFault('missing');
    return { type: 'dir', entries };
  },
  archive: (api, { owner, name, ref }, maxBytes) =>
    api.file(`${at(owner, name)}/repository/archive.zip?sha=${segment(ref)}`, maxBytes),
  head: async (api, { owner, name, ref }) =>
    (await api.json<{ id: string }>(`${at(owner, name)}/repository/commits/${segment(ref)}`)).id,
  revoke: (base, { id, secret }, token) => ({
    url: `${base}/oauth/revoke`,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'commonplace' },
    body: new URLSearchParams({ client_id: id, client_secret: secret, token }).toString(),
  }),
  pushHeaders: { signature: ['x-gitlab-token'], delivery: ['idempotency-key', 'x-gitlab-event-uuid'] },
  isPlainSecret: true,
  readPush(body) {
    const { ref, project } = (body ?? {}) as GitlabPush;
    const whole = project?.path_with_namespace;
    if (typeof whole !== 'string' || !whole.includes('/')) return undefined;
    const cut = whole.lastIndexOf('/');
    return { owner: whole.slice(0, cut), name: whole.slice(cut + 1), ref: refName(ref) };
  },
};
