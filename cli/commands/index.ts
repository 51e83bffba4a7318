// The commands of the program itself, in the order in which help shows them; plugins add the others.
import type { CoreCommand } from '../runtime.ts';
import { backupCommands } from './backup.ts';
import { configCommand } from './config.ts';
import { doctor } from './doctor.ts';
import { migrateCommands } from './migrate.ts';
import { newCommands } from './new.ts';
import { plugins } from './plugins.ts';
import { serveCommand } from './serve.ts';
import { storageCommands } from './storage.ts';
import { testCommand } from './test.ts';

export const coreCommands: CoreCommand[] = [
  serveCommand,
  ...migrateCommands,
  doctor,
  ...backupCommands,
  ...storageCommands,
  configCommand,
  plugins,
  ...newCommands,
  testCommand,
];
