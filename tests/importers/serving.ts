// A whole server as a child of a test; its clock runs ahead by what the test says.
import { createApp } from '../../core/boot/boot.ts';
import { loadSettings } from '../../core/boot/config.ts';

const ahead = Number(process.env.CLOCK_AHEAD_MS);
const app = await createApp(loadSettings(), { now: () => new Date(Date.now() + ahead).toISOString() });
await app.start();
