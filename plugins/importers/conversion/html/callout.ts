// Boxes that pages of many programs set apart from their text, known by their classes.
import { calloutLook } from '../../../blocks/callout-kinds.ts';
import type { MarkupElement } from './tree.ts';

const CALLOUT = /^(?:callout|admonition|alert|markdown-alert|notice|message|hint|panel)$/;

/** The kind of a box that is set apart, or undefined when it is none. */
export function calloutKindOf({ tag, attrs }: MarkupElement): string | undefined {
  const classes = (attrs.class ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const box = classes.some((name) => CALLOUT.test(name)) || (tag === 'aside' && classes.length > 0);
  if (!box || !['div', 'aside', 'figure', 'section'].includes(tag)) return undefined;
  const words = classes.flatMap((name) => [name, name.replace(/^[a-z]+-(?:alert-)?/, '')]);
  return attrs['data-callout'] ?? words.find((name) => name !== 'callout' && calloutLook(name)) ?? 'callout';
}
