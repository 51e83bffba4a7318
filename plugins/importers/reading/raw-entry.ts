// What is found in a folder or an archive before it can decode itself, what is noted of it, and what ends all reading.
import type { SourceEntry } from '../contract.ts';

export type RawEntry = Omit<SourceEntry, 'text' | 'name' | 'withFile'>;

/** Called for each entry that is left out or was read with a guess. */
export type ReadNotice = (at: string, kind: string, because: string) => void;

/** The source as a whole cannot be read; the message is for the person who started the import. */
export class SourceFault extends Error {}
