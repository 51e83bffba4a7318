// What the processes tell each other about documents that are open in more than one of them.
import type { App } from '../../core/kernel/app.ts';
import type { LiveName } from './points.ts';

export const CHANNEL = 'rooms';
/** A message of the bus holds 7,500 bytes; larger updates are read from the log. */
export const INLINE_BYTES = 5_400;

/** An update is for all processes; what was typed is in the room of its own process already. */
export type BroadcastKind = 'update' | 'typed' | 'presence' | 'who';

/** One word for a document, as the bus and the map of rooms want it. */
export const liveNameKey = ({ kind, id }: LiveName): string => `${kind}:${id}`;

/** What nobody hears is read from the log when the next change is written. */
export async function broadcast(
  app: App,
  told: BroadcastKind,
  name: LiveName,
  row: number,
  update?: Uint8Array,
): Promise<void> {
  const bytes = update ? Buffer.from(update).toString('base64') : '';
  await app.bus
    .publish(CHANNEL, [told, app.instance, liveNameKey(name), row, bytes].join(' '))
    .catch((error) => app.log.warn({ err: error, room: name }, 'the other processes were not told'));
}

export const publishUpdate = (
  app: App,
  told: BroadcastKind,
  name: LiveName,
  row: number,
  update: Uint8Array,
): Promise<void> => broadcast(app, told, name, row, update.length <= INLINE_BYTES ? update : undefined);
