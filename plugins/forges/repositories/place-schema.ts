// How repositories, their folders and their branches are named in requests: what would lead elsewhere is refused unasked.
import type { Request } from '@hapi/hapi';
import Joi from 'joi';

const CONTROL = /[\u0000-\u001f\u007f]/;

const isStep = (part: string): boolean => part !== '' && part !== '.' && part !== '..';

/** Parts between slashes, none of which is empty, `.` or `..`. */
const steps = (what: string, max: number) =>
  Joi.string()
    .max(max)
    .custom((value: string) => {
      if (CONTROL.test(value) || value.includes('\\') || !value.split('/').every(isStep))
        throw new Error(`must be ${what} without empty parts, . and ..`);
      return value;
    });

/** A person or group there; groups of GitLab lie in one another. */
export const owner = () => steps('an owner', 500).example('ann');

export const repositoryName = () =>
  steps('a name', 255)
    .pattern(/^[^/]+$/)
    .messages({ 'string.pattern.base': 'must be a name without slashes' })
    .example('notes');

/** A folder or file of the repository; empty: its top. */
export const repositoryPath = () => steps('a path', 1000).allow('').example('docs/start.md');

export const branch = () => steps('a branch, tag or commit', 255).example('main');

/** Empty: the default branch. */
export const ref = () => branch().allow('');

/** What of a repository is asked for, as a query. */
export const placeFields = {
  owner: owner().required(),
  repo: repositoryName().required(),
  path: repositoryPath().default(''),
  ref: ref().default(''),
};

export interface PlaceQuery {
  owner: string;
  repo: string;
  path: string;
  ref: string;
}

/** The same with the forge, once it was checked by these fields. */
export const requestedPlace = ({ query }: Request): { provider: string; place: PlaceQuery } => {
  const { provider = '', ...place } = query as Record<string, string>;
  return { provider, place: place as unknown as PlaceQuery };
};
