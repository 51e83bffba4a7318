/** A process that reads a counter and writes it back one higher, four loops at a time, and counts what was accepted. */
import { openNamed, together } from './connection.ts';

const SPAN_MS = 1_500;

await together();
const database = await openNamed();
const until = performance.now() + SPAN_MS;
const errors: string[] = [];
let accepted = 0;

async function increment(): Promise<void> {
  await database.transaction(async (trx) => {
    await database.dialect.advisoryLock(trx, 7);
    const row = await trx('counters').where({ id: 1 }).first('value');
    await trx('counters')
      .where({ id: 1 })
      .update({ value: row.value + 1 });
  });
  accepted += 1;
}

async function loop(): Promise<void> {
  while (performance.now() < until) await increment().catch((error) => errors.push(String(error)));
}

await Promise.all([loop(), loop(), loop(), loop()]);
await database.close();
process.send?.({ accepted, errors });
process.disconnect();
