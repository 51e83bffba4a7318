// Scripts and styles of all releases: pages that one has sent ask for them, whichever process answers.
import { promisify } from 'node:util';
import { constants, gunzip, gzip } from 'node:zlib';
import { portions } from '../database/chunks.ts';
import type { Database } from '../database/database.ts';

/** What a release serves: its name, and its files by theirs, with the hash of each. */
export interface AssetRelease {
  build: string;
  files: ReadonlyMap<string, string>;
  read(name: string): Buffer;
}

/** How long the files of a release stay for which another one has come: tabs are open for weeks. */
const KEPT_MS = 30 * 86_400_000;
/** The content of so many goes into one statement. */
const INSERTED_AT_ONCE = 50;

const unpacked = promisify(gunzip);
const packed = promisify(gzip);

/** What it needs of the program. */
export interface AssetHost {
  database: Database;
  now(): string;
}

/** The table that processes of all releases share. */
export class SharedAssets {
  readonly #host: AssetHost;

  constructor(host: AssetHost) {
    this.#host = host;
  }

  /** Puts in what is not there yet of this release, and takes out what has been replaced for long. */
  async publish({ build, files, read }: AssetRelease): Promise<void> {
    const { database } = this.#host;
    if (await database.reader('asset_files').where({ build }).first('name')) return;
    const known: { name: string; hash: string }[] = await database.reader('asset_files').select('name', 'hash');
    const there = new Set(known.map(({ name, hash }) => `${name} ${hash}`));
    const level = constants.Z_BEST_SPEED;
    const missing: { name: string; hash: string; build: string; content: Buffer }[] = [];
    for (const [name, hash] of files)
      if (!there.has(`${name} ${hash}`))
        missing.push({ name, hash, build, content: await packed(read(name), { level }) });
    const now = this.#host.now();
    await database.transaction(async (trx) => {
      for (const some of portions(missing, INSERTED_AT_ONCE))
        await trx('asset_files').insert(some).onConflict(['name', 'hash']).ignore();
      // Only what changes is written: each line carries a file.
      for (const some of portions([...files.values()]))
        await trx('asset_files').whereIn('hash', some).whereNot({ build }).update({ build, replaced_at: null });
      await trx('asset_files').whereNot({ build }).whereNull('replaced_at').update({ replaced_at: now });
      await trx('asset_files')
        .where('replaced_at', '<', new Date(Date.parse(now) - KEPT_MS).toISOString())
        .delete();
    });
  }

  /** The content of a file that has this hash, or has one in its name. */
  async find(name: string, hash?: string): Promise<Buffer | undefined> {
    const found = await this.#host.database
      .reader('asset_files')
      .where({ name, ...(hash && { hash }) })
      .first('content');
    return found && unpacked(found.content);
  }
}
