// What makes a group, whether a request brings it or the command line.
import Joi from 'joi';
import { name } from '../../core/fields.ts';

export const groupFields = { name: name(100), description: Joi.string().allow('').max(1000) };
export const groupBody = Joi.object({ ...groupFields, name: groupFields.name.required() });
