// Whatever three people and an administrator write at random, in two processes: nobody reads a file that they could not read before.
import { rmSync } from 'node:fs';
import { after, before, it } from 'node:test';
import { createApp } from '../../core/boot/boot.ts';
import type { App } from '../../core/kernel/app.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { onEachEngine } from '../kit/databases.ts';
import { scratchFolder } from '../kit/folders.ts';
import { chance } from '../permissions/chance.ts';
import { Scene } from './canaries.ts';

const SEEDS = (process.env.CANARY_SEEDS ?? '1').split(',').map(Number);
const ROUNDS = Number(process.env.CANARY_ROUNDS ?? 60);

onEachEngine((_engine, open) => {
  let t: TestApp;
  let other: App;
  let addresses: string[];
  const base = scratchFolder();
  before(async () => {
    t = await startApp(await open());
    other = await createApp(t.app.settings);
    other.csrf.port = 3000;
    addresses = [await t.app.start(), await other.start()];
  });
  after(async () => {
    await other.stop();
    await t.stop();
    rmSync(base, { recursive: true });
  });

  for (const seed of SEEDS) {
    it(`whom chance ${seed} leads`, async () => {
      const scene = new Scene({ t, addresses, random: chance(seed), base });
      try {
        await scene.set();
        for (let round = 0; round < ROUNDS; round += 1) await scene.play();
        await scene.check([t.app.server, other.server]);
      } finally {
        scene.leave();
      }
    });
  }
});
