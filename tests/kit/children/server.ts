/** A server of its own on the database of a test: says when it listens, and goes on until it is killed. */
import { createApp } from '../../../core/boot/boot.ts';
import { loadSettings } from '../../../core/boot/config.ts';

const app = await createApp(
  loadSettings({
    DATA_DIR: process.env.TEST_DATA_DIR ?? '',
    DATABASE_URL: process.env.TEST_URL ?? '',
    PORT: '0',
    LOG_LEVEL: 'silent',
    SECRET_KEY: 'a key for tests that is long enough',
    OUTBOUND_ALLOW: process.env.OUTBOUND_ALLOW ?? '',
  }),
);
process.send?.({ address: await app.start() });
