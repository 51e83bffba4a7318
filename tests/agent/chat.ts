// Conversations with the agent as a browser has them: what was told of a run, and decisions on what it proposed.
import assert from 'node:assert/strict';
import type { TestDatabase } from '../../testing/databases.ts';
import type { Answer, Name, TestApp } from '../kit/app.ts';
import { startApp } from '../kit/app.ts';
import { type ModelServer, modelEnvironment, type Script, startModel } from './model-server.ts';

export interface Told {
  id: number;
  type: string;
  // biome-ignore lint/suspicious/noExplicitAny: of events of many shapes
  data: any;
}

export function toldIn(text: string): Told[] {
  return text
    .split('\n\n')
    .filter((part) => part.startsWith('id: '))
    .map((part) => {
      const [, id, type, data] = /^id: (\d+)\nevent: (\w+)\ndata: (.*)$/s.exec(part) ?? [];
      return { id: Number(id), type: type ?? '', data: JSON.parse(data ?? '') };
    });
}

export class Chat {
  readonly #t: TestApp;
  readonly #who: Name;
  readonly path: string;
  readonly id: number;
  #seen = 0;
  told: Told[] = [];

  constructor(t: TestApp, who: Name, id: number) {
    this.#t = t;
    this.#who = who;
    this.id = id;
    this.path = `/api/agent/conversations/${id}`;
  }

  static async begin(t: TestApp, who: Name = 'ann', body: object = {}): Promise<Chat> {
    const made = await t.call(who, 'POST', '/api/agent/conversations', { body });
    assert.equal(made.status, 200, made.text);
    return new Chat(t, who, made.body.id);
  }

  call(method: string, path: string, body?: object): Promise<Answer> {
    return this.#t.call(this.#who, method, path, body && { body });
  }

  #hear(answer: Answer): Told[] {
    assert.equal(answer.status, 200, answer.text);
    this.told = toldIn(answer.text);
    this.#seen = this.told.at(-1)?.id ?? this.#seen;
    return this.told;
  }

  /** until the run ends or waits */
  async say(text: string, more: object = {}): Promise<Told[]> {
    return this.#hear(await this.call('POST', `${this.path}/messages`, { text, ...more }));
  }

  async listen(after = this.#seen): Promise<Told[]> {
    return this.#hear(await this.call('GET', `${this.path}/events?after=${after}`));
  }

  /** decides all that is proposed alike, and hears how it goes on */
  async decide(allow: 'once' | 'run' | 'no'): Promise<Told[]> {
    const decisions = this.of('approval').map(({ action_id }) => ({ action_id, allow }));
    assert.ok(decisions.length, 'nothing was proposed');
    const answer = await this.call('POST', `/api/agent/runs/${this.runId}/decisions`, { decisions });
    assert.equal(answer.status, 200, answer.text);
    return this.listen();
  }

  undo(body?: object): Promise<Answer> {
    return this.call('POST', `/api/agent/runs/${this.runId}/undo`, body);
  }

  // biome-ignore lint/suspicious/noExplicitAny: of events of many shapes
  of(type: string): any[] {
    return this.told.filter((one) => one.type === type).map(({ data }) => data);
  }

  get text(): string {
    return this.of('text')
      .map(({ delta }) => delta)
      .join('');
  }

  get status(): string {
    return this.of('done').at(-1)?.status;
  }

  #run = 0;
  get runId(): number {
    this.#run = this.of('run').at(-1)?.run_id ?? this.#run;
    return this.#run;
  }

  // biome-ignore lint/suspicious/noExplicitAny: of a conversation
  async record(): Promise<any> {
    return (await this.call('GET', this.path)).body;
  }
}

export interface Agent {
  t: TestApp;
  model: ModelServer;
  stop(): Promise<void>;
}

/** The product with a model that a script speaks for. */
export async function startAgent(
  database: TestDatabase,
  script?: Script,
  settings: Record<string, string> = {},
): Promise<Agent> {
  const model = await startModel(script);
  const t = await startApp(database, { settings: { ...modelEnvironment(model), ...settings } });
  return {
    ...{ t, model },
    async stop() {
      await t.stop();
      await model.close();
    },
  };
}
