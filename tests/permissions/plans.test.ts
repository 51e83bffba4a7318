// What is asked at each request that reads or writes takes no longer in a workspace of many pages.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { rowRuleStore } from '../../plugins/permissions/row-rules/rule-store.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { startApp, type TestApp } from '../kit/app.ts';

onEachEngine((engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());

  describe('workspaces in which rules open rows', () => {
    it('are found from the rules on, and not by going through all pages', async () => {
      let asked = { sql: '', bindings: [] as number[] };
      const keep = (query: typeof asked) => {
        if (query.sql.includes('row_rules')) asked = query;
      };
      const { reader, writer } = t.app.database;
      reader.on('query', keep);
      await rowRuleStore.homes(t.app.context({ type: 'system', reason: 'test' }), [t.ws1, t.ws2]);
      reader.removeListener('query', keep);
      const plan: string[] = await writer.transaction(async (trx) => {
        if (engine === 'sqlite')
          return (await trx.raw(`explain query plan ${asked.sql}`, asked.bindings)).map(
            (line: { detail: string }) => line.detail,
          );
        // As in a table that is too large to be read as a whole.
        await trx.raw('set local enable_seqscan = off');
        const { rows } = await trx.raw(`explain ${asked.sql.replace(/\$\d+/g, '?')}`, asked.bindings);
        return rows.map((line: Record<string, string>) => line['QUERY PLAN']);
      });
      // PostgreSQL says in the next line by what it looks.
      const found = plan.flatMap((line, at) =>
        /(?:SEARCH|SCAN|(?:Index|Only|Heap|Seq) Scan.* on) pages\b/.test(line) ? `${line} ${plan[at + 1]}` : [],
      );
      assert.equal(found.length, 1, plan.join('\n'));
      assert.match(found[0] as string, /PRIMARY KEY|Index Cond: \(id = /, plan.join('\n'));
    });
  });
});
