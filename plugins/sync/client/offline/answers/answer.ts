// One call of our own pages that this device answers by itself, and what it has for that.
import type { Store } from '../store.ts';

export interface DeviceContext {
  store: Store;
  userId: number;
  /** a change was put into the queue */
  added(): Promise<void>;
}

export interface LocalRequest extends DeviceContext {
  /** the numbers of the path */
  ids: number[];
  query: URLSearchParams;
  body: Record<string, unknown>;
}

/** undefined: this device cannot answer it */
export type LocalAnswer = (asked: LocalRequest) => Promise<unknown>;
export type Answers = [call: string, answer: LocalAnswer][];
