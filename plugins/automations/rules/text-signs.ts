// Signs in the texts of actions as people write them: a property by its name, which is kept by its id.
import type { Property } from '../../databases/contract.ts';

type Named = Pick<Property, 'id' | 'name'>;

const RESERVED = /^(title|today|actor|p\d+)$/;

/** Its name where that says which one is meant, else its id. */
export function signOfProperty(property: Named, all: Named[]): string {
  const isAlone = all.filter(({ name }) => name === property.name).length === 1;
  const isPlain = isAlone && !/[{}]/.test(property.name) && !RESERVED.test(property.name);
  return isPlain ? `{${property.name}}` : `{p${property.id}}`;
}

/** The text as a form shows it. */
export const namedSigns = (text: string, properties: Named[]): string =>
  text.replace(/\{p(\d{1,10})\}/g, (sign, id) => {
    const property = properties.find((one) => one.id === Number(id));
    return property ? signOfProperty(property, properties) : sign;
  });

/** The text as it is kept. */
export const numberedSigns = (text: string, properties: Named[]): string =>
  text.replace(/\{[^{}]+\}/g, (sign) => {
    const property = properties.find((one) => signOfProperty(one, properties) === sign);
    return property ? `{p${property.id}}` : sign;
  });
