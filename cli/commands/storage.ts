// Moves stored files from one storage to another, as they are, and compares each.
import { prepareDataDir } from '../../core/boot/config.ts';
import { Storage } from '../../core/files/storage.ts';
import { UsageProblem } from '../../core/kernel/plugin.ts';
import type { CoreCommand } from '../runtime.ts';

const move: CoreCommand = {
  name: 'storage move',
  summary: 'Copy all stored files to another storage and compare each; what is there already is left alone',
  arguments: [{ name: 'url', description: 'disk:<folder>, or s3://[key:secret@]host/bucket?region=…' }],
  examples: [
    'storage move s3://key:secret@s3.example.org/commonplace?region=eu-central-1',
    'storage move disk:./files',
  ],
  async run(host, { args: [url = ''], output, signal }) {
    if (!/^(?:disk:.|s3:\/\/[^/]+\/.)/.test(url))
      throw new UsageProblem('url: must be disk:<folder> or s3://host/bucket');
    const settings = prepareDataDir(host.settings());
    const [from, to] = [settings, { ...settings, STORAGE_URL: url }].map((one) => new Storage(one)) as [
      Storage,
      Storage,
    ];
    const names = new Map<string, number>();
    for await (const { filename, size } of from.list()) names.set(filename, size);
    for await (const { filename, size } of to.list()) if (names.get(filename) === size) names.delete(filename);
    const bar = output.progress('Files');
    let done = 0;
    const faults: string[] = [];
    for (const filename of names.keys()) {
      if (signal.aborted) break;
      const { sha256 } = await to.keepAs(filename, await from.read(filename));
      if (sha256 !== (await to.sha256(filename))) faults.push(filename);
      bar.update(++done, names.size);
    }
    bar.end();
    for (const name of faults) output.line(`${name} is not the same there.`);
    output.line(
      `Copied ${done} of ${names.size} files. Set STORAGE_URL before the next start; nothing was removed here.`,
    );
    output.result({ ok: !faults.length && done === names.size, copied: done, faults });
    return faults.length || done < names.size ? 1 : 0;
  },
};

export const storageCommands: CoreCommand[] = [move];
