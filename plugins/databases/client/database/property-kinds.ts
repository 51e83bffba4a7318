// What the browser offers for a property, as follows from its type: sums, orders, and whether it can be written.
import { type Property, type PropertyTypeName, seenAs } from '../../model.ts';
import { CLIENT_TYPES, clientType } from '../../schema/types/client-registry.ts';

const ALWAYS = ['count', 'count_values', 'unique', 'empty', 'not_empty', 'percent_empty', 'percent_not_empty'];
const NUMBERS = ['sum', 'average', 'median', 'min', 'max', 'range'];

export const comparisonOf = (property: Property) => clientType(seenAs(property)).compares;

/** Names of the sums over a property. */
export function aggregatesOf(property: Property): string[] {
  if (property.config.is_volatile) return [];
  const compares = comparisonOf(property);
  if (compares === 'number') return [...ALWAYS, ...NUMBERS];
  if (compares === 'date') return [...ALWAYS, 'earliest', 'latest'];
  if (compares === 'flag') return ['count', 'checked', 'unchecked', 'percent_checked', 'percent_unchecked'];
  return compares === 'none' ? [] : ALWAYS;
}

/** What each reader has of their own is compared with nothing, and neither are buttons. */
export const isFiltered = (property: Property): boolean =>
  clientType(property).compares !== 'none' && !property.config.is_volatile;

/** Types by whose values rows have an order. */
export function isSorted(property: Property): boolean {
  const compares = comparisonOf(property);
  if (property.type === 'formula' && property.config.result?.startsWith('list')) return false;
  // Of people whom a relation leads to each reader sees others.
  const isOrdered =
    compares === 'people' ? clientType(property).compares === compares : !/^(rows|files)$/.test(compares);
  return isFiltered(property) && isOrdered && !(property.type === 'rollup' && /^(options|flag)$/.test(compares));
}

type Typed = Pick<Property, 'type'>;

/** Its value is yes or no, and another one by a click. */
export const isToggled = (property: Typed): boolean => clientType(property).compares === 'flag';
export const isPressed = (property: Typed): boolean => clientType(property).isPressed === true;
export const isClicked = (property: Typed): boolean => isToggled(property) || isPressed(property);

/** It says when its row takes place. */
export function isDated(property: Typed): boolean {
  const { compares, isComputed } = clientType(property);
  return compares === 'date' && !isComputed;
}

export const isWritable = (property: Typed): boolean => !clientType(property).isComputed;
/** Options are chosen for it. */
export const isChosen = (property: Typed): boolean => /^options?$/.test(clientType(property).compares);
/** Boards have columns by it. */
export const isBoarded = (property: Typed): boolean =>
  clientType(property).isGrouped === true && /^(options?|people|flag)$/.test(clientType(property).compares);
export const isGrouped = (property: Typed): boolean => clientType(property).isGrouped === true;
/** It names nothing that has to be there already. */
export const isFree = (property: Typed): boolean => !/^(people|rows|files)$/.test(clientType(property).compares);

const named = (fits: (type: (typeof CLIENT_TYPES)[number][1]) => boolean | undefined): PropertyTypeName[] =>
  CLIENT_TYPES.filter(([, type]) => fits(type)).map(([name]) => name);

/** Types that somebody can make here by a name and few settings. */
export const MADE = named(({ isNeverMade }) => !isNeverMade);
/** Types that can become each other. */
export const CONVERTIBLE = named(({ isConverted }) => isConverted);
