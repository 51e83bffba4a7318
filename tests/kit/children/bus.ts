/** A process on the bus: reports what it hears, publishes and writes when told. */
import { openBus } from '../../../core/events/bus.ts';
import { openNamed } from './connection.ts';

const database = await openNamed();
const bus = await openBus(database);
for (const channel of ['greeting', 'database.changed']) {
  bus.subscribe(channel, (payload) => process.send?.({ heard: channel, payload }));
}
process.on('message', async (order: { publish?: string; write?: string }) => {
  if (order.publish) await bus.publish('greeting', order.publish);
  if (order.write) await database.transaction((trx) => trx('notes').insert({ text: order.write }));
});
process.once('disconnect', () => process.exit());
process.send?.({ ready: true });
