// The address of a page of the web.
import { textType } from '../bases/text.ts';
import { lineField } from '../form-field.ts';

function fault(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url && /^(https?|mailto|tel):$/.test(url.protocol)
    ? undefined
    : 'must be an address beginning with http or https';
}

export const urlType = textType(
  { max: 2000, check: fault },
  {
    icon: 'link',
    lineOf: 'url',
    sketch: 'link',
    formField: { ...lineField, example: 'https://example.org' },
    links: (value) => (typeof value === 'string' ? [{ href: value, text: value }] : undefined),
    convertFrom: ({ text }) => (/^[\w-]+(\.[\w-]+)+(\/|$)/.test(text) ? `https://${text}` : text),
  },
);
