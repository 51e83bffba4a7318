// A repository at a forge of tests: who sees it, and what each type of forge answers of its files, out of git.
import { type GitContent, type GitEntry, GitRepository } from './git-repository.ts';

export interface Visibility {
  isPrivate: boolean;
  /** logins of those who see it, where it is private */
  readers: string[];
}

/** What GitHub hands out in one answer (repository contents). */
const GITHUB_ENTRIES = 1000;
const GITHUB_BYTES = 1_048_576;

interface GiteaEntry {
  name: string;
  path: string;
  sha: string;
  type: string;
  size: number;
  encoding: string | null;
  content: string | null;
  /** of a link */
  target: string | null;
  submodule_git_url: string | null;
}

const GITEA_TYPES = { dir: 'dir', file: 'file', link: 'symlink', module: 'submodule' } as const;
const GITLAB_TYPES = { dir: 'tree', file: 'blob', link: 'blob', module: 'commit' } as const;

export class HostedRepository implements Visibility {
  readonly owner: string;
  readonly name: string;
  readonly isPrivate: boolean;
  readonly readers: string[];
  readonly #first: Record<string, GitContent>;
  #git: Promise<GitRepository> | undefined;

  /** @param first files of its first commit */
  constructor(owner: string, name: string, first: Record<string, GitContent>, visibility: Partial<Visibility> = {}) {
    this.owner = owner;
    this.name = name;
    this.#first = first;
    this.isPrivate = visibility.isPrivate ?? false;
    this.readers = visibility.readers ?? [];
  }

  /** Made when somebody asks for it: most repositories are only listed. */
  get git(): Promise<GitRepository> {
    this.#git ??= GitRepository.create().then(async (made) => {
      await made.commit(this.#first);
      return made;
    });
    return this.#git;
  }

  async commit(changes: Record<string, GitContent | null>): Promise<string> {
    return (await this.git).commit(changes);
  }

  async head(): Promise<string> {
    return (await (await this.git).resolve('main')) as string;
  }

  async resolve(ref: string): Promise<string | undefined> {
    return (await this.git).resolve(ref);
  }

  /** @param top the one folder of the archive, which each forge calls otherwise */
  async archive(ref: string, top: (commit: string) => string): Promise<Buffer | undefined> {
    const git = await this.git;
    const commit = await git.resolve(ref);
    return commit === undefined ? undefined : git.archive(commit, top(commit));
  }

  /** Gitea and Forgejo. */
  async giteaContents(ref: string, path: string): Promise<GiteaEntry | GiteaEntry[] | undefined> {
    const git = await this.git;
    const commit = await git.resolve(ref);
    const entries = commit ? await git.list(commit, path) : undefined;
    if (entries) return Promise.all(entries.map((one) => this.#giteaEntry(one)));
    const entry = commit ? await git.entry(commit, path) : undefined;
    return entry && this.#giteaEntry(entry, true);
  }

  async #giteaEntry(entry: GitEntry, isAlone = false): Promise<GiteaEntry> {
    const { name, path, oid: sha, kind } = entry;
    const bytes = kind === 'file' || kind === 'link' ? await (await this.git).bytes(entry) : undefined;
    const content = isAlone && kind === 'file' ? (bytes?.toString('base64') ?? null) : null;
    return {
      ...{ name, path, sha, type: GITEA_TYPES[kind], size: bytes?.length ?? 0 },
      ...{ encoding: content === null ? null : 'base64', content },
      target: kind === 'link' && bytes ? bytes.toString() : null,
      submodule_git_url: kind === 'module' ? 'https://code.test/other/module.git' : null,
    };
  }

  async githubContents(ref: string, path: string): Promise<GiteaEntry | GiteaEntry[] | undefined> {
    const found = await this.giteaContents(ref, path);
    // Other repositories are called files in lists, for old programs.
    if (Array.isArray(found))
      return found.slice(0, GITHUB_ENTRIES).map((one) => (one.type === 'submodule' ? { ...one, type: 'file' } : one));
    if (found?.type === 'file' && found.size > GITHUB_BYTES) return { ...found, encoding: 'none', content: '' };
    if (!found?.target) return found;
    const target = new URL(found.target, `http://code.test/${path}`).pathname.slice(1);
    const end = await this.giteaContents(ref, target);
    return end && !Array.isArray(end) && end.type === 'file' ? { ...end, path } : found;
  }

  async gitlabTree(ref: string, path: string): Promise<object[] | undefined> {
    const git = await this.git;
    const commit = await git.resolve(ref);
    const entries = commit ? await git.list(commit, path) : undefined;
    return entries?.map(({ oid: id, name, path: whole, kind, mode }) => ({
      ...{ id, name, type: GITLAB_TYPES[kind], path: whole, mode: mode.padStart(6, '0') },
    }));
  }

  async gitlabFile(ref: string, path: string): Promise<object | undefined> {
    const git = await this.git;
    const commit = await git.resolve(ref);
    const entry = commit ? await git.entry(commit, path) : undefined;
    if (entry?.kind !== 'file' && entry?.kind !== 'link') return undefined;
    const bytes = await git.bytes(entry);
    return {
      ...{ file_name: entry.name, file_path: path, size: bytes.length, encoding: 'base64' },
      ...{ content: bytes.toString('base64'), ref, blob_id: entry.oid, commit_id: commit },
    };
  }

  async remove(): Promise<void> {
    if (this.#git) (await this.#git).remove();
  }
}
