// The types of forges that this service speaks with.
import type { App } from '../../../core/kernel/app.ts';
import type { ForgeRow, ForgeType } from '../registration/store.ts';
import type { ForgeAdapter } from './adapter.ts';
import { ForgeApi } from './forge-api.ts';
import { giteaAdapter } from './gitea.ts';
import { githubAdapter } from './github.ts';
import { gitlabAdapter } from './gitlab.ts';

const adapters: Record<ForgeType, ForgeAdapter> = {
  gitea: giteaAdapter,
  forgejo: giteaAdapter,
  gitlab: gitlabAdapter,
  github: githubAdapter,
};

export const adapterOf = ({ type }: Pick<ForgeRow, 'type'>): ForgeAdapter => adapters[type];

/** The interface of a forge for one token. */
export const apiOf = (app: App, forge: ForgeRow, token: string, signal?: AbortSignal): ForgeApi =>
  new ForgeApi(app, adapterOf(forge).api(forge.base_url), token, signal);
