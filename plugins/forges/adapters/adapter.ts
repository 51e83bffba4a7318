// What a type of forge does: its addresses, and how its answers are read into one shape.
import type { ForgeApi } from './forge-api.ts';

/** Somebody there, as the forge knows them. */
export interface ForgePerson {
  /** a number that stays, as text */
  id: string;
  login: string;
  full_name: string;
}

export interface Repository {
  owner: string;
  name: string;
  clone_url: string;
  default_branch: string;
  language: string;
  description: string;
  private: boolean;
}

export interface RepositoryEntry {
  name: string;
  path: string;
  type: 'dir' | 'file';
  size: number;
  sha: string;
}

export type RepositoryContents =
  | { type: 'dir'; entries: RepositoryEntry[] }
  /** `bytes` is absent for what the forge hands out in no answer of this size */
  | { type: 'file'; bytes?: Buffer; size: number; sha: string };

/** A push that a forge tells of, or another message about a repository. */
export interface ForgePush {
  owner: string;
  name: string;
  /** name of the branch or tag; undefined for what is no push, such as the message by which a forge tries its hook */
  ref: string | undefined;
}

export interface RepositoryPlace {
  owner: string;
  name: string;
  /** empty: the default branch */
  ref: string;
}

export const REPOSITORIES_A_PAGE = 50;
/** So many entries of a folder are shown: GitHub hands out no more. */
export const ENTRIES_MAX = 1000;

export interface ForgeAdapter {
  /** where its programming interface begins */
  api(base: string): string;
  authorizeUrl(base: string): string;
  tokenUrl(base: string): string;
  /** @param isPrivate private repositories are wanted where that needs a scope of its own */
  scope(isPrivate: boolean): string;
  me(api: ForgeApi): Promise<ForgePerson>;
  /** the address that the forge says it has checked, or empty */
  email(api: ForgeApi): Promise<string>;
  /** @param page from 1 */
  repositories(api: ForgeApi, page: number): Promise<Repository[]>;
  repository(api: ForgeApi, owner: string, name: string): Promise<Repository>;
  contents(api: ForgeApi, place: RepositoryPlace, path: string): Promise<RepositoryContents>;
  /** a zip of all files */
  archive(api: ForgeApi, place: RepositoryPlace, maxBytes: number): Promise<Buffer>;
  /** id of the newest commit */
  head(api: ForgeApi, place: RepositoryPlace): Promise<string>;
  /** ends an access there; forges that cannot are left out */
  revoke?(base: string, client: { id: string; secret: string }, token: string): RevokeRequest;
  /** headers that a push comes with, in lower case */
  pushHeaders: { signature: string[]; delivery: string[] };
  /** whether the first of those headers is the shared secret itself */
  isPlainSecret?: true;
  readPush(body: unknown): ForgePush | undefined;
}

export interface RevokeRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string;
}
