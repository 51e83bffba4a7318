// What linking a repository takes, as programs send it.
import Joi from 'joi';
import { id, name } from '../../../core/http/schema-fields.ts';
import { validationDetails, validationProblem } from '../../../core/http/validation-errors.ts';
import { branch, owner, ref, repositoryName, repositoryPath } from '../repositories/place-schema.ts';
import { SYNCS } from './store.ts';

const sync = () =>
  Joi.valid(...SYNCS).description('off: only when somebody asks; hourly; push: when the forge tells of a push');

/** `{name}` alone makes a workspace; with a provider a repository of that name is linked. */
export const newProject = Joi.object({
  provider: Joi.string().max(100).description('forge or forge2'),
  owner: owner(),
  name: name(255).required(),
  workspace_id: id(),
  folder: id().allow(null).description('page below which the folder of its pages is made; null: on top'),
  path: repositoryPath(),
  ref: ref(),
  sync: sync(),
})
  .and('provider', 'owner', 'workspace_id')
  .with('folder', 'provider')
  .with('path', 'provider')
  .with('ref', 'provider')
  .with('sync', 'provider')
  .meta({ title: 'ProjectInput' })
  .required();

/** The names of repositories have rules of their own. @throws Problem validation_failed */
export function readRepositoryName(given: string): string {
  const { error } = repositoryName().validate(given);
  if (error)
    throw validationProblem(validationDetails('body', error).map((one) => ({ ...one, loc: ['body', 'name'] })));
  return given;
}

export const projectChange = Joi.object({
  sync: sync(),
  ref: branch(),
  reader: Joi.valid('me').description('the connection of the caller reads the repository from now on'),
})
  .min(1)
  .example({ sync: 'hourly', ref: 'main' })
  .meta({ title: 'ProjectChange' })
  .required();
