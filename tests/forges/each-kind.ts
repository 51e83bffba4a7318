// One test body for all types of forge: every type on SQLite, and one of them on PostgreSQL.
import { after, before, describe } from 'node:test';
import { migratedDatabase, onEachEngine, type TestDatabase } from '../../testing/databases.ts';
import { FORGE_KINDS, type ForgeKind } from '../kit/forge.ts';
import { type ForgeProduct, startForgeProduct } from './product.ts';

/** `product` gives what runs while the tests of the body run. */
export function onEachKind(what: string, body: (product: () => ForgeProduct, kind: ForgeKind) => void): void {
  onEachEngine((engine) => {
    for (const kind of engine === 'sqlite' ? FORGE_KINDS : (['gitea'] as const))
      describe(`${what} of ${kind}`, () => {
        let database: TestDatabase;
        let running: ForgeProduct;
        before(async () => {
          database = await migratedDatabase(engine);
          running = await startForgeProduct(database, kind);
          await running.register();
          for (const login of ['ann', 'edi', 'vic']) running.forge.person(login);
        });
        after(async () => {
          await running.stop();
          await database.cleanup();
        });
        body(() => running, kind);
      });
  });
}
