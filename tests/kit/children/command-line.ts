// The command line in a process that stays: each call gets the settings, the folder and the input of a new process.
import { Readable } from 'node:stream';
import { main } from '../../../cli/program.ts';

interface Call {
  args: string[];
  env: Record<string, string>;
  cwd: string;
  input: string;
}

process.on('message', async ({ args, env, cwd, input }: Call) => {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.chdir(cwd);
  Object.defineProperty(process, 'stdin', { value: Readable.from([input]), configurable: true });
  const code = await main(args);
  // Ends what this call has written: the streams are pipes, which the answer would overtake.
  for (const stream of [process.stdout, process.stderr]) stream.write('\0');
  process.send?.(code);
});
process.once('disconnect', () => process.exit());
