// What the tabs of one browser tell each other of what is kept in it.
import type { DeviceState } from './state.ts';

type Word =
  | { type: 'state'; state: DeviceState }
  | { type: 'waiting' }
  | { type: 'made' }
  | { type: 'files' }
  | { type: 'now' };

let shared: BroadcastChannel | undefined;
const line = (): BroadcastChannel => {
  shared ??= new BroadcastChannel('commonplace-offline');
  return shared;
};

/** Tells the other tabs of this browser. */
export const tellTabs = (word: Word): void => line().postMessage(word);
const heard: ((word: Word) => void)[] = [];
export const onWord = (hear: (word: Word) => void): void => {
  heard.push(hear);
  line().addEventListener('message', ({ data }) => hear(data as Word));
};

/** Tells them and this one. */
export function tellAllTabs(word: Word): void {
  tellTabs(word);
  for (const hear of heard) hear(word);
}
