/** Inline nodes and marks of the schema. */
import type { DOMOutputSpec, Mark, MarkSpec, NodeSpec, ParseRule } from 'prosemirror-model';
import { INLINE_RULES, MARK_RULES } from '../inline-types.ts';
import { isLinkAddress } from '../link-address.ts';
import { PALETTE } from '../value-rules.ts';
import { type AttributeSource, attributesOf, decodeAttributes, encode } from './attributes.ts';
import { inlineName } from './prosemirror-json.ts';

function atom(name: string): NodeSpec {
  const rules = INLINE_RULES.get(name)!;
  const isBreak = name === 'hardBreak';
  return {
    group: 'inline',
    inline: true,
    selectable: !isBreak,
    atom: true,
    attrs: attributesOf(rules),
    leafText: ({ attrs }) => (isBreak ? '\n' : attrs.tex ? `$${attrs.tex}$` : ''),
    toDOM: (node) =>
      isBreak ? ['br'] : ['span', { class: `token-${name}`, 'data-token': name, 'data-attrs': encode(node.attrs) }],
    parseDOM: isBreak
      ? [{ tag: 'br' }]
      : [
          {
            tag: `span[data-token="${name}"]`,
            getAttrs: (dom) => decodeAttributes(dom.getAttribute('data-attrs'), rules),
          },
        ],
  };
}

/** Inline atoms by name. */
export const inlineNodes: Record<string, NodeSpec> = Object.fromEntries(
  [...INLINE_RULES.keys()].map((type) => [inlineName(type), atom(type)]),
);

function colourName(dom: AttributeSource, otherwise: string | null): { name: string } | false {
  const name = dom.getAttribute('data-color') ?? '';
  if (PALETTE.includes(name)) return { name };
  return otherwise ? { name: otherwise } : false;
}

function linkAttributes(dom: AttributeSource): { href: string } | false {
  const href = dom.getAttribute('href');
  return isLinkAddress(href) ? { href } : false;
}

const LOOKS: Record<string, { toDOM: (mark: Mark) => DOMOutputSpec; parseDOM: ParseRule[] }> = {
  link: {
    toDOM: (mark) => ['a', { href: mark.attrs.href, rel: 'noopener nofollow' }, 0],
    parseDOM: [{ tag: 'a[href]', getAttrs: linkAttributes }],
  },
  bold: { toDOM: () => ['strong', 0], parseDOM: [{ tag: 'strong' }, { tag: 'b' }] },
  italic: { toDOM: () => ['em', 0], parseDOM: [{ tag: 'em' }, { tag: 'i' }] },
  underline: { toDOM: () => ['u', 0], parseDOM: [{ tag: 'u' }, { tag: 'ins' }] },
  strike: { toDOM: () => ['s', 0], parseDOM: [{ tag: 's' }, { tag: 'del' }, { tag: 'strike' }] },
  color: {
    toDOM: (mark) => ['span', { 'data-color': mark.attrs.name }, 0],
    parseDOM: [{ tag: 'span[data-color]', getAttrs: (dom) => colourName(dom, null) }],
  },
  highlight: {
    toDOM: (mark) => ['mark', { 'data-color': mark.attrs.name }, 0],
    parseDOM: [{ tag: 'mark', getAttrs: (dom) => colourName(dom, 'yellow') }],
  },
  // A copy elsewhere must not show up as part of the discussion, so comments are never parsed from HTML.
  comment: { toDOM: (mark) => ['span', { class: 'comment', 'data-comment-id': mark.attrs.id }, 0], parseDOM: [] },
  code: { toDOM: () => ['code', 0], parseDOM: [{ tag: 'code' }] },
};

function mark(name: string): MarkSpec {
  return {
    ...LOOKS[name]!,
    attrs: attributesOf(MARK_RULES.get(name)!),
    ...(name === 'link' || name === 'comment' ? { inclusive: false } : {}),
    // Comments may overlap; every other mark excludes itself, which is the default.
    ...(name === 'comment' ? { excludes: '' } : {}),
  };
}

/** Marks by name, in stored order. */
export const marks: Record<string, MarkSpec> = Object.fromEntries(
  [...MARK_RULES.keys()].map((name) => [name, mark(name)]),
);
