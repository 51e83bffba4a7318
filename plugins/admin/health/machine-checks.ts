// Whether the machines have what the service needs: room on the disk, time to answer, a clock that goes forward, replicas.
import { randomUUID } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { loopDelayMs } from '../../../core/boot/health.ts';
import { bytesText } from '../../../core/i18n/message-format.ts';
import type { HealthCheck } from '../contract.ts';

const GIB = 1024 ** 3;
const LITTLE = 2 * GIB;
const NONE = GIB / 4;
const SLOW_MS = 100;
/** Clocks of two machines are never quite the same. */
const CLOCK_MS = 60_000;

const disk: HealthCheck = {
  label: 'admin.health.disk',
  async run({ app, locale }) {
    const { bavail, bsize } = await statfs(app.settings.DATA_DIR);
    const free = bavail * bsize;
    const state = free < NONE ? 'error' : free < LITTLE ? 'warning' : 'ok';
    const says = state === 'ok' ? 'admin.health.disk.enough' : 'admin.health.disk.little';
    return { state, says, values: { free: bytesText(locale, free) } };
  },
};

const loop: HealthCheck = {
  label: 'admin.health.loop',
  async run() {
    const values = { ms: Math.round(loopDelayMs()) };
    return values.ms > SLOW_MS
      ? { state: 'warning', says: 'admin.health.loop.slow', values }
      : { state: 'ok', says: 'admin.health.loop.quick', values };
  },
};

const clock: HealthCheck = {
  label: 'admin.health.clock',
  async run(ctx) {
    const newest = await ctx.app.events.newestMoment(ctx.app.database.reader);
    const ahead = newest === null ? 0 : Date.parse(newest) - Date.parse(ctx.now());
    return ahead > CLOCK_MS
      ? { state: 'error', says: 'admin.health.clock.back', values: { minutes: Math.round(ahead / 60_000) } }
      : { state: 'ok', says: 'admin.health.clock.forward' };
  },
};

const storage: HealthCheck = {
  label: 'admin.health.storage',
  async run({ app }) {
    const content = randomUUID();
    const { filename } = await app.storage.put(Buffer.from(content), 'txt', content.length);
    const chunks = await Array.fromAsync(await app.storage.read(filename));
    await app.storage.delete(filename);
    const isSame = Buffer.concat(chunks).toString() === content;
    return isSame
      ? { state: 'ok', says: 'admin.health.storage.writes' }
      : { state: 'error', says: 'admin.health.storage.differs' };
  },
};

const replicas: HealthCheck = {
  label: 'admin.health.replicas',
  async run({ app }) {
    const states = app.database.replicas?.states;
    if (!states) return undefined;
    const away = states.filter(({ state }) => state === 'away');
    const names = (away.length ? away : states).map(({ name }) => name).join(', ');
    return away.length
      ? { state: 'warning', says: 'admin.health.replicas.away', values: { names } }
      : { state: 'ok', says: 'admin.health.replicas.answer', values: { names } };
  },
};

export const machineChecks: HealthCheck[] = [disk, loop, clock, storage, replicas];
