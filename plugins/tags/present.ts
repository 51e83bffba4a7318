// Tags in the API document.
import Joi from 'joi';

export const tagSchema = Joi.object({
  id: Joi.number().integer().required().example(3),
  name: Joi.string().required().example('Reading'),
  color: Joi.string().required().example('blue'),
  count: Joi.number().integer().required().description('visible pages that carry it'),
}).meta({ title: 'Tag' });
