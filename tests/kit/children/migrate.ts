/** A process that opens the database and migrates it by the files of a folder, as a server does when it starts. */
import { migrator } from '../../../core/database/migrate.ts';
import { openNamed, together } from './connection.ts';

await together();
const database = await openNamed();
const steps = migrator(database, { directory: new URL(process.env.TEST_MIGRATIONS!) });
const ran = process.env.TEST_DIRECTION === 'down' ? [await steps.down()] : await steps.up();
const { pending } = await steps.status();
await database.close();
process.send?.({ ran, pending });
process.disconnect();
