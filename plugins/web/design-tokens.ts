// Names of all that the styles and icons of the product are made of, read from what browsers get.
import type { App } from '../../core/kernel/app.ts';

interface Token {
  name: string;
  /** as a person reads it: of a colour its light and its dark half */
  value: string;
}

export interface DesignTokens {
  colours: Token[];
  spaces: Token[];
  corners: Token[];
  texts: Token[];
  icons: string[];
}

const TWO_HALVES = /^light-dark\((.*), ([^,]*)\)$/;

/** Of the first rule of the styles that has variables, by what they are for. */
export function designTokens({ assets }: App): DesignTokens {
  const [, rule = ''] = /:root\s*\{([^}]*--paper[^}]*)\}/.exec(assets.textOf(['web.css'])) ?? [];
  const variables = [...rule.matchAll(/--([a-z0-9-]+):\s*([^;]+)/g)].map(([, name = '', value = '']) => ({
    name,
    value,
  }));
  const named = (start: string): Token[] => variables.filter(({ name }) => name.startsWith(start));
  return {
    colours: variables.flatMap(({ name, value }) => {
      const [, light, dark] = TWO_HALVES.exec(value) ?? [];
      return light ? { name, value: `${light} · ${dark}` } : [];
    }),
    spaces: named('space-'),
    corners: named('radius'),
    texts: named('text-'),
    icons: [...assets.textOf(['icons.svg']).matchAll(/ id="([^"]+)"/g)].map(([, name = '']) => name).sort(),
  };
}
