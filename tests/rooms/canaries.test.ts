// Whatever three people and an administrator write at random, in two processes: nobody reads a file that they could not read before.
import { rmSync } from 'node:fs';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { scratchFolder } from '../../testing/folders.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { type Child, startChild } from '../kit/processes.ts';
import { chance } from '../permissions/chance.ts';
import { Scene } from './canaries.ts';

const SEEDS = (process.env.CANARY_SEEDS ?? '1').split(',').map(Number);
const ROUNDS = Number(process.env.CANARY_ROUNDS ?? 60);

onEachEngine((_engine, open) => {
  let t: TestApp;
  let other: Child;
  let addresses: string[];
  const base = scratchFolder();
  before(async () => {
    const database = await open();
    t = await startApp(database);
    const own = await t.app.start();
    // All processes of an installation have one address, by which they know those of its files.
    other = startChild('server', database, { BASE_URL: t.app.baseUrl });
    const { address } = await other.message<{ address: string }>((message) => 'address' in message);
    addresses = [own, address];
  });
  after(async () => {
    await other.kill();
    await t.stop();
    rmSync(base, { recursive: true });
  });

  for (const seed of SEEDS) {
    it(`whom chance ${seed} leads`, async () => {
      const scene = new Scene({ t, addresses, random: chance(seed), base });
      try {
        await scene.set();
        for (let round = 0; round < ROUNDS; round += 1) await scene.play();
        await scene.check();
      } finally {
        scene.leave();
      }
    });
  }
});
