// What types have in common in the browser whose values the service fills itself.
import { peopleParts } from '../../../client/database/cell-parts.ts';
import { dateValueText } from '../../../client/database/value-parts.ts';
import type { ClientPropertyType } from '../client-property-type.ts';
import { namesIn } from './client-references.ts';

export const clientFilledBase = {
  rules: [],
  isComputed: true,
  text: (value: unknown): string => String(value),
  read: (words: string): string => words,
} as const;

export const clientPageMoment: ClientPropertyType = {
  ...clientFilledBase,
  icon: 'history',
  compares: 'date',
  isOfPage: true,
  text: dateValueText,
};

export const clientPagePerson: ClientPropertyType = {
  ...clientFilledBase,
  icon: 'user',
  compares: 'people',
  sketch: 'person',
  isOfPage: true,
  text: (value, _property, { names }) => namesIn(names.people, value),
  content: (value, { model }) => peopleParts(model.names, value),
};
