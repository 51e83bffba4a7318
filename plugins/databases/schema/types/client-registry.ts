// All types of properties as browsers know them, in the order in which they are offered: a new one is imported and named here.
import type { Property } from '../../model.ts';
import { buttonClient } from './button/client.ts';
import { checkboxClient } from './checkbox/client.ts';
import type { ClientPropertyType } from './client-property-type.ts';
import { createdByClient } from './created-by/client.ts';
import { createdTimeClient } from './created-time/client.ts';
import { dateClient } from './date/client.ts';
import { durationClient } from './duration/client.ts';
import { emailClient } from './email/client.ts';
import { filesClient } from './files/client.ts';
import { formulaClient } from './formula/client.ts';
import { lastEditedByClient } from './last-edited-by/client.ts';
import { lastEditedTimeClient } from './last-edited-time/client.ts';
import { longTextClient } from './long-text/client.ts';
import { multiSelectClient } from './multi-select/client.ts';
import { numberClient } from './number/client.ts';
import { personClient } from './person/client.ts';
import { phoneClient } from './phone/client.ts';
import { placeClient } from './place/client.ts';
import { ratingClient } from './rating/client.ts';
import type { PropertyTypeName } from './registry.ts';
import { relationClient } from './relation/client.ts';
import { rollupClient } from './rollup/client.ts';
import { selectClient } from './select/client.ts';
import { statusClient } from './status/client.ts';
import { textClient } from './text/client.ts';
import { titleClient } from './title/client.ts';
import { uniqueIdClient } from './unique-id/client.ts';
import { urlClient } from './url/client.ts';

const clientTypes: Record<PropertyTypeName, ClientPropertyType> = {
  title: titleClient,
  text: textClient,
  long_text: longTextClient,
  number: numberClient,
  select: selectClient,
  multi_select: multiSelectClient,
  status: statusClient,
  date: dateClient,
  person: personClient,
  files: filesClient,
  checkbox: checkboxClient,
  url: urlClient,
  email: emailClient,
  phone: phoneClient,
  relation: relationClient,
  rollup: rollupClient,
  formula: formulaClient,
  rating: ratingClient,
  duration: durationClient,
  place: placeClient,
  unique_id: uniqueIdClient,
  button: buttonClient,
  created_time: createdTimeClient,
  last_edited_time: lastEditedTimeClient,
  created_by: createdByClient,
  last_edited_by: lastEditedByClient,
};

export const CLIENT_TYPES = Object.entries(clientTypes) as [PropertyTypeName, ClientPropertyType][];

export const clientType = ({ type }: Pick<Property, 'type'>): ClientPropertyType => clientTypes[type];
