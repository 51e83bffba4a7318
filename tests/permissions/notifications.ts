// One history that chance tells: to the product and to the independent model at once, and to whoever reads of a failure.
import assert from 'node:assert/strict';
import type { Name, TestApp } from '../kit/app.ts';
import { chance } from './chance.ts';
import { Model, type ModelPage } from './model.ts';

export const watched: Name[] = ['edi', 'com', 'vic', 'bob'];

export class Telling {
  readonly t: TestApp;
  readonly random: () => number;
  readonly model = new Model({ ann: 'owner', edi: 'editor', com: 'commenter', vic: 'viewer' }, ['adm']);
  readonly marked = new Map<number, number>();
  readonly told: string[] = [];

  constructor(t: TestApp, seed: number) {
    this.t = t;
    this.random = chance(seed);
  }

  pick = <T>(all: T[]): T => all[Math.floor(this.random() * all.length)] as T;

  async send(who: Name, method: string, url: string, body?: unknown) {
    this.told.push(`${who} ${method} ${url} ${JSON.stringify(body ?? '')}`);
    const answer = await this.t.call(who, method, url, body === undefined ? undefined : { body });
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  }

  live = (): ModelPage[] => [...this.model.pages.values()].filter((page) => page.deletedWith === null);
}
