// What names that begin with a dot hide: notes in the trash of a vault are named, what programs keep for themselves is counted.
import { trashProblem } from '../items/trash-problem.ts';
import { baseName, isHidden, stemOf } from './entry-path.ts';
import type { ReadNotice } from './raw-entry.ts';

/** Kind of a notice that is no warning: nobody wrote what lies there. */
export const PROGRAM_FILES = 'program_files';

const TRASH = '.trash';
/** What systems and version control leave everywhere, and what can be made anew. */
const LEFTOVERS =
  /^(?:\._.*|__macosx|node_modules|thumbs\.db|desktop\.ini|\.ds_store|\.git|\.localized|\.trashes|\.fseventsd|\.spotlight-v100)$/i;

/** The folder or file of a path that is hidden with all in it. */
function hiddenPart(path: string): string {
  const parts = path.split('/');
  const length = parts.findIndex((_, at) => isHidden(parts.slice(0, at + 1).join('/')));
  return parts.slice(0, length + 1).join('/');
}

export class PassedOver {
  readonly #parts = new Set<string>();
  readonly #trashed = new Map<string, string[]>();

  /** @param path of a file, or of a folder whose files are named apart where it is a trash */
  add(path: string): void {
    const part = hiddenPart(path);
    if (LEFTOVERS.test(baseName(part))) return;
    if (baseName(part) !== TRASH) this.#parts.add(part);
    else if (path !== part && !isHidden(baseName(path)))
      this.#trashed.set(part, [...(this.#trashed.get(part) ?? []), stemOf(path)]);
  }

  tell(notice: ReadNotice): void {
    for (const part of this.#parts) notice(part, PROGRAM_FILES, 'It belongs to a program.');
    for (const [part, titles] of this.#trashed)
      for (const { at, kind, because } of trashProblem(part, titles)) notice(at, kind, because);
  }
}

export const isTrash = (path: string): boolean => baseName(path) === TRASH;
