// Rows of a database, which may say it, too.
import Joi from 'joi';
import { id } from '../../../../../core/http/schema-fields.ts';
import { idsField, idsType } from '../bases/references.ts';

export const relationType = idsType('rows', {
  icon: 'arrow-right',
  isGrouped: true,
  isUnsearched: true,
  config: {
    collection_id: id().required().description('the database whose rows are named'),
    two_way: Joi.boolean().default(false).description('adds a relation back to this one to that database'),
    reverse_name: Joi.string().trim().min(1).max(100).description('of that relation'),
    sub_items: Joi.boolean().default(false).description('of a database to itself: the rows lie inside this one'),
  },
  shownConfig: {
    two_way: Joi.forbidden(),
    reverse_name: Joi.forbidden(),
    reverse_property_id: Joi.number().integer().description('the relation that shows the way back'),
    sub_items: Joi.valid('children', 'parent'),
  },
  links: (value, known) =>
    (value as number[]).flatMap((one) => {
      const text = known.row(one);
      return text === undefined ? [] : [{ href: `/pages/${one}`, text }];
    }),
  formulaKind: { list: 'text' },
  formField: idsField,
});
