// A bare repository as git keeps it, in a scratch folder: commits are written into it, and read by their names.
import fs, { rmSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import git from 'isomorphic-git';
import { ZipFile } from 'yazl';
import { scratchFolder } from '../../testing/folders.ts';

/** A file, a symbolic link by where it leads, or the commit of another repository. */
export type GitContent = string | Buffer | { link: string } | { module: string };

export interface GitEntry {
  name: string;
  path: string;
  kind: 'dir' | 'file' | 'link' | 'module';
  mode: string;
  oid: string;
}

const FILE = '100644';
const KINDS: Record<string, GitEntry['kind']> = { '40000': 'dir', '120000': 'link', '160000': 'module' };
const TYPES = { dir: 'tree', file: 'blob', link: 'blob', module: 'commit' } as const;
const AUTHOR = { name: 'Ann', email: 'ann@corp.test', timestamp: 1_767_225_600, timezoneOffset: 0 };
const BRANCH = 'refs/heads/main';

const entryOf = (above: string, { path: name, mode, oid }: { path: string; mode: string; oid: string }): GitEntry => ({
  ...{ name, path: above ? `${above}/${name}` : name, oid },
  mode: mode.replace(/^0/, ''),
  kind: KINDS[mode.replace(/^0/, '')] ?? 'file',
});

export class GitRepository {
  readonly gitdir: string;

  private constructor(gitdir: string) {
    this.gitdir = gitdir;
  }

  static async create(): Promise<GitRepository> {
    const gitdir = scratchFolder();
    await git.init({ fs, gitdir, bare: true, defaultBranch: 'main' });
    return new GitRepository(gitdir);
  }

  remove(): void {
    rmSync(this.gitdir, { recursive: true, force: true });
  }

  get #at() {
    return { fs, gitdir: this.gitdir };
  }

  /** A commit on top of the branch that changes these paths; `null` removes one. @returns its name */
  async commit(changes: Record<string, GitContent | null>, message = 'Change files'): Promise<string> {
    const parent = await this.resolve('main');
    const files = new Map((parent ? await this.files(parent) : []).map((one) => [one.path, one]));
    for (const [path, content] of Object.entries(changes)) {
      if (content === null) files.delete(path);
      else files.set(path, entryOf('', { path, ...(await this.#written(content)) }));
    }
    const tree = await this.#tree(
      [...files.values()].map(({ path, mode, oid }) => ({ parts: path.split('/'), mode, oid })),
    );
    return git.commit({ ...this.#at, message, author: AUTHOR, tree, parent: parent ? [parent] : [], ref: BRANCH });
  }

  async #written(content: GitContent): Promise<{ mode: string; oid: string }> {
    if (typeof content !== 'string' && 'module' in content) return { mode: '160000', oid: content.module };
    const link = typeof content !== 'string' && 'link' in content ? content.link : undefined;
    const blob = Buffer.from(link ?? (content as string | Buffer));
    return { mode: link === undefined ? FILE : '120000', oid: await git.writeBlob({ ...this.#at, blob }) };
  }

  async #tree(files: { parts: string[]; mode: string; oid: string }[]): Promise<string> {
    const below = Map.groupBy(files, ({ parts }) => parts[0] as string);
    const tree = [];
    for (const [path, [first, ...more]] of below) {
      if (!first) continue;
      if (first.parts.length === 1) {
        const entry = entryOf('', { path, mode: first.mode, oid: first.oid });
        tree.push({ path, mode: first.mode, oid: first.oid, type: TYPES[entry.kind] });
      } else {
        const inner = [first, ...more].map((one) => ({ ...one, parts: one.parts.slice(1) }));
        tree.push({ path, mode: '040000', oid: await this.#tree(inner), type: 'tree' as const });
      }
    }
    return git.writeTree({ ...this.#at, tree });
  }

  /** The commit that a branch, a tag or its own name means; the branch of the repository without one. */
  async resolve(ref: string): Promise<string | undefined> {
    try {
      if (/^[0-9a-f]{40}$/.test(ref)) return (await git.readCommit({ ...this.#at, oid: ref })).oid;
      return await git.resolveRef({ ...this.#at, ref: ref || 'HEAD' });
    } catch (error) {
      if (error instanceof git.Errors.NotFoundError) return undefined;
      throw error;
    }
  }

  /** What lies in a folder; nothing where there is none. */
  async list(commit: string, path: string): Promise<GitEntry[] | undefined> {
    try {
      const { tree } = await git.readTree({ ...this.#at, oid: commit, ...(path && { filepath: path }) });
      return tree.map((one) => entryOf(path, one));
    } catch (error) {
      if (error instanceof git.Errors.NotFoundError || error instanceof git.Errors.ObjectTypeError) return undefined;
      throw error;
    }
  }

  async entry(commit: string, path: string): Promise<GitEntry | undefined> {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    return (await this.list(commit, folder))?.find((one) => one.path === path);
  }

  async bytes({ oid }: GitEntry): Promise<Buffer> {
    return Buffer.from((await git.readBlob({ ...this.#at, oid })).blob);
  }

  /** All that is no folder, at any depth. */
  async files(commit: string, path = ''): Promise<GitEntry[]> {
    const entries = (await this.list(commit, path)) ?? [];
    const deeper = await Promise.all(entries.map((one) => (one.kind === 'dir' ? this.files(commit, one.path) : [one])));
    return deeper.flat();
  }

  /** As `git archive --format=zip` writes it: links as links, and an empty folder where another repository belongs. */
  async archive(commit: string, top: string): Promise<Buffer> {
    const zip = new ZipFile();
    const mtime = new Date(AUTHOR.timestamp * 1000);
    for (const one of await this.files(commit)) {
      if (one.kind === 'module') zip.addEmptyDirectory(`${top}/${one.path}`, { mtime });
      else zip.addBuffer(await this.bytes(one), `${top}/${one.path}`, { mtime, mode: Number.parseInt(one.mode, 8) });
    }
    zip.end({ comment: commit, forceZip64Format: false });
    return buffer(zip.outputStream);
  }
}
