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

interface GitlabEntry {
  id: string;
  name: string;
  path: string;
  /** commit: another repository that belongs there */
  type: 'tree' | 'blob' | 'commit';
}

const entryOf = ({ id, name, path, type }: GitlabEntry): RepositoryEntry => ({
  ...{ name, path, sha: id, size: 0 },
  type: type === 'tree' ? 'dir' : 'file',
});

/** Of a folder as much as is shown. */
async function treeAt(api: ForgeApi, where: string, path: string, ref: string): Promise<GitlabEntry[]> {
  const address = `${where}/repository/tree?path=${segment(path)}&ref=${segment(ref || 'HEAD')}&per_page=${ENTRIES_A_PAGE}`;
  const entries: GitlabEntry[] = [];
  for (let page = 1; entries.length < ENTRIES_MAX; page += 1) {
    const found = await api.json<GitlabEntry[]>(`${address}&page=${page}`);
    entries.push(...found);
    if (found.length < ENTRIES_A_PAGE) break;
  }
  return entries;
}

async function fileAt(api: ForgeApi, where: string, path: string, ref: string) {
  const address = `${where}/repository/files/${segment(path)}?ref=${segment(ref || 'HEAD')}`;
  const { size, blob_id, content } = await api.json<{ size: number; blob_id: string; content: string }>(address);
  return { type: 'file' as const, size, sha: blob_id, bytes: Buffer.from(content, 'base64') };
}

/** What is there, if anything is. */
const ifThere = <T>(asked: Promise<T>): Promise<T | undefined> =>
  asked.catch((error: unknown) => {
    if (error instanceof ForgeFault && error.reason === 'missing') return undefined;
    throw error;
  });

/** Where another repository lies, by the file in which git keeps that. */
function moduleUrl(modules: string, path: string): string | undefined {
  const settingIn = (part: string, name: string) => new RegExp(`^\\s*${name}\\s*=\\s*(.*?)\\s*$`, 'm').exec(part)?.[1];
  const own = modules.split(/^\s*\[submodule /m).find((part) => settingIn(part, 'path') === path);
  return own && settingIn(own, 'url');
}

/** Another repository is neither a file nor a folder: only the folder in which it lies tells of it. */
async function moduleAt(api: ForgeApi, where: string, path: string, ref: string) {
  const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
  const entries = (await ifThere(treeAt(api, where, folder, ref))) ?? [];
  const found = entries.find((one) => one.path === path && one.type === 'commit');
  if (!found) return undefined;
  const modules = await ifThere(fileAt(api, where, '.gitmodules', ref));
  const bytes = Buffer.from(moduleUrl(modules?.bytes.toString('utf8') ?? '', path) ?? found.id);
  return { type: 'file' as const, size: 0, sha: found.id, bytes };
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
    if (!path) return { type: 'dir', entries: (await treeAt(api, where, path, ref)).map(entryOf) };
    const file = await ifThere(fileAt(api, where, path, ref));
    if (file) return file;
    const entries = (await ifThere(treeAt(api, where, path, ref))) ?? [];
    if (entries.length) return { type: 'dir', entries: entries.map(entryOf) };
    const module = await moduleAt(api, where, path, ref);
    if (module) return module;
    throw new ForgeFault('missing');
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
