// Names of all that the styles and icons of the product are made of, read from what browsers get.
import type { App } from '../../core/kernel/app.ts';

export interface DesignTokens {
  colours: string[];
  spaces: string[];
  corners: string[];
  texts: string[];
  icons: string[];
}

const GREYS_AND_ACCENTS = /^light-dark\(/;

/** Of the first rule of the styles that has variables, by what they are for. */
export function designTokens({ assets }: App): DesignTokens {
  const [, rule = ''] = /:root\s*\{([^}]*--paper[^}]*)\}/.exec(assets.textOf(['web.css'])) ?? [];
  const variables = [...rule.matchAll(/--([a-z0-9-]+):\s*([^;]+)/g)].map(([, name = '', value = '']) => ({
    name,
    value,
  }));
  const named = (start: string): string[] => variables.flatMap(({ name }) => (name.startsWith(start) ? name : []));
  return {
    colours: variables.flatMap(({ name, value }) => (GREYS_AND_ACCENTS.test(value) ? name : [])),
    spaces: named('space-'),
    corners: named('radius'),
    texts: named('text-'),
    icons: [...assets.textOf(['icons.svg']).matchAll(/ id="([^"]+)"/g)].map(([, name = '']) => name).sort(),
  };
}
