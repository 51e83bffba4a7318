// Databases for tests: made by the routes, with their properties by name.
import assert from 'node:assert/strict';
import type { Answer, Name, TestApp } from '../kit/app.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
export type Any = any;

export interface Made {
  id: number;
  pageId: number;
  /** properties by name */
  by: Record<string, Any>;
  views: Any[];
  reload(): Promise<Made>;
  /** a row with values by the names of its properties */
  row(values?: Record<string, unknown>, title?: string): Promise<Any>;
  tryRow(values?: Record<string, unknown>, title?: string, who?: Name): Promise<Answer>;
  change(rowId: number, values: Record<string, unknown>, who?: Name): Promise<Answer>;
  read(rowId: number): Promise<Any>;
  query(question: object, who?: Name): Promise<Answer>;
  /** titles of the rows that match */
  titles(filter: object | null, sorts?: object[]): Promise<string[]>;
  /** id of an option by its name */
  option(property: string, name: string): string;
}

export async function makeDatabase(t: TestApp, properties: object[] = [], more: object = {}): Promise<Made> {
  const body = { workspace_id: t.ws1, title: 'Tasks', properties, ...more };
  const answer = await t.call('ann', 'POST', '/db/api', body);
  assert.equal(answer.status, 200, answer.text);
  return database(t, answer.body.collection.id, answer.body.collection.page_id);
}

async function database(t: TestApp, id: number, pageId: number): Promise<Made> {
  const { body } = await t.call('ann', 'GET', `/api/v2/collections/${id}/schema`);
  const by = Object.fromEntries(body.properties.map((one: Any) => [one.name, one]));
  const byId = (values: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [by[name]?.id ?? name, value]));
  const v2 = `/api/v2/collections/${id}`;
  const made: Made = {
    id,
    pageId,
    by,
    views: body.views,
    reload: () => database(t, id, pageId),
    tryRow: (values = {}, title = 'A row', who = 'ann') =>
      t.call(who, 'POST', `${v2}/rows`, { title, values: byId(values) }),
    async row(values, title) {
      const answer = await made.tryRow(values, title);
      assert.equal(answer.status, 200, answer.text);
      return answer.body;
    },
    change: (rowId, values, who = 'ann') => t.call(who, 'PATCH', `/api/v2/rows/${rowId}`, { values: byId(values) }),
    read: async (rowId) => (await t.call('ann', 'GET', `/api/v2/rows/${rowId}`)).body,
    query: (question, who = 'ann') => t.call(who, 'POST', `${v2}/query`, question),
    async titles(filter, sorts = []) {
      const answer = await made.query({ filter, sorts, limit: 100 });
      assert.equal(answer.status, 200, answer.text);
      return answer.body.results.map((one: Any) => one.title);
    },
    option: (property, name) => by[property].config.options.find((one: Any) => one.name === name).id,
  };
  return made;
}
