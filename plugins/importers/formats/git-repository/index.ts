// Files of a repository as a forge hands them out: a checked-out folder or its archive, whose top folder says nothing.
import Joi from 'joi';
import type { Importer, SourceEntry } from '../../contract.ts';
import { isNote } from '../../conversion/link-names.ts';
import { Folders, fileItem, noteItems } from '../../items/note-item.ts';
import { titled } from '../markdown/index.ts';

interface Options {
  path?: string;
}

const importer: Importer<Options> = {
  kind: 'importer',
  name: 'forge-folder',
  title: 'Repository files (GitHub, GitLab, Forgejo)',
  accepts: ['folder', '.zip'],
  options: Joi.object<Options>({
    path: Joi.string().max(1000).description('folder of the repository whose files are wanted; all of them otherwise'),
  }),
  async *read(source, { path = '' }) {
    const wanted = path.split('/').filter(Boolean).join('/');
    const top = (await topOf(source.entries())) + (wanted && `${wanted}/`);
    yield { type: 'root', path: top };
    const folders = new Folders();
    for await (const whole of source.entries()) {
      if (!whole.path.startsWith(top)) continue;
      // The name of the top folder changes with every commit, and so would everything below it.
      const entry = { ...whole, path: whole.path.slice(top.length) };
      yield* folders.above(entry.path);
      if (await isPointer(entry)) yield { type: 'problem', at: whole.path, kind: 'refused', because: POINTED };
      else if (isNote(entry.path)) yield* noteItems(entry, titled);
      else yield fileItem(entry);
    }
  },
};

export default importer;

const POINTER = 'version https://git-lfs.github.com/spec/v1\n';
/** They name a hash and a size, and nothing else. */
const POINTER_BYTES = 1024;
const POINTED = 'Its content lies in Git LFS, and the archive only has a pointer to it; it was left out.';

/** Whether the repository keeps the content elsewhere: the file of this name would be none. */
async function isPointer(entry: SourceEntry): Promise<boolean> {
  return entry.size < POINTER_BYTES && (await entry.bytes()).toString('utf8').startsWith(POINTER);
}

/** The one folder that holds everything, with its slash. */
async function topOf(entries: AsyncIterable<SourceEntry>): Promise<string> {
  let top: string | undefined;
  for await (const { path } of entries) {
    const first = path.slice(0, path.indexOf('/') + 1);
    if (!first || (top !== undefined && first !== top)) return '';
    top = first;
  }
  return top ?? '';
}
