// Standard Notes: a decrypted backup, which is one file of JSON, and each item of it a second time beside it.
import type { Importer, Item, SourceEntry } from '../../contract.ts';
import { fileItems } from '../../items/note-item.ts';
import { codeBlocks } from '../../items/plain-text.ts';
import { trashProblem } from '../../items/trash-problem.ts';
import { madeItem } from '../../reading/embedded-file.ts';
import { baseName, pathEnding } from '../../reading/entry-path.ts';
import { cannotRead } from '../../reading/error-reason.ts';
import { unreadable } from '../../reading/problem-item.ts';
import { type BackupItem, readBackup, type StandardNotesBackup, titleOf } from './backup.ts';
import { readStandardNote } from './note.ts';

const importer: Importer = {
  kind: 'importer',
  name: 'standard-notes',
  title: 'Standard Notes',
  accepts: ['.zip', 'folder', '.txt', '.json'],
  async *read(source) {
    let isThere = false;
    let isRead = false;
    const others: SourceEntry[] = [];
    for await (const entry of source.entries())
      if (!isBackup(entry, source.name)) others.push(entry);
      else {
        isThere = true;
        try {
          const backup = readBackup(await entry.text());
          isRead = true;
          yield* backupItems(entry.path, backup);
        } catch (error) {
          yield* unreadable(entry, error);
        }
      }
    const because = 'It is not a backup of Standard Notes: there is no “Standard Notes Backup and Import File” in it.';
    if (!isThere) yield { type: 'problem', at: source.name, kind: 'unreadable', because };
    yield* fileItems(others.filter(({ path }) => !isRead || !ITEMS.test(path)));
  },
};

export default importer;

/** Where each item of the backup stands once more. */
const ITEMS = /(^|\/)Items\/[^/]+\/[^/]+\.txt$/;

const isBackup = ({ path }: SourceEntry, name: string): boolean =>
  path === name || pathEnding(path) === '.json' || /^Standard Notes .*Backup.*\.txt$/i.test(baseName(path));

function* backupItems(path: string, backup: StandardNotesBackup): Generator<Item> {
  const { notes, trashed, encrypted, files, others, lost } = backup;
  for (const note of notes) yield* noteItems(note, backup);
  const problem = (kind: string, because: string): Item => ({ type: 'problem', at: path, kind, because });
  if (encrypted) yield problem('encrypted', encryptedSentence(encrypted, notes.length + trashed.length > 0));
  yield* trashProblem(
    path,
    trashed.map(({ content }) => titleOf(content)),
  );
  if (files.size)
    yield problem('missing_file', `A backup holds no files: ${[...files.values()].join(', ').slice(0, 300)}.`);
  if (lost) yield problem('unreadable', `Items without content were left out: ${lost}.`);
  const kinds = Object.entries(others).map(([kind, count]) => `${kind.replace(/^SN\|/, '')} (${count})`);
  if (kinds.length) yield problem('left_out', `What is no note was left out: ${kinds.join(', ').slice(0, 300)}.`);
}

function* noteItems(note: BackupItem, backup: StandardNotesBackup): Generator<Item> {
  try {
    const { page, files } = readStandardNote(note, backup);
    yield page;
    for (const file of files) yield madeItem(file, page.id);
  } catch (error) {
    const { id, content } = note;
    const title = titleOf(content);
    yield { type: 'problem', at: title, kind: 'unreadable', because: `${cannotRead(error)} Its text is kept.` };
    yield { type: 'page', id, title, blocks: codeBlocks(String(content.text ?? '')) };
  }
}

const encryptedSentence = (count: number, isPart: boolean): string =>
  isPart
    ? `Items that are encrypted were left out: ${count}.`
    : 'The backup is encrypted. Make a decrypted one: Preferences, Backups, “Decrypted”, Download backup.';
