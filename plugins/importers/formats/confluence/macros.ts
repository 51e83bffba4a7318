// Macros of Confluence: those with an equal become it, all others keep their text and are counted by name.

import type { Mark } from '../../../blocks/block.ts';
import { calloutLook } from '../../../blocks/callout-kinds.ts';
import { isWebAddress } from '../../../blocks/link-address.ts';
import { SOURCE_MAX } from '../../../blocks/value-rules.ts';
import type { Flow } from '../../conversion/html/flow.ts';
import type { Reader } from '../../conversion/html/read.ts';
import { paletteOf } from '../../conversion/html/style.ts';
import {
  child,
  elementChildren,
  elementsIn,
  type MarkupElement,
  markupNodeLine,
  markupNodeText,
} from '../../conversion/html/tree.ts';

export interface MacroContext {
  reader: Reader;
  flow: Flow;
  marks: readonly Mark[];
  /** address of an attachment of the page */
  file(name: string): string;
}

interface Macro {
  name: string;
  params: Record<string, string>;
  rich: MarkupElement | undefined;
  plain: string;
}

type Write = (macro: Macro, context: MacroContext) => void;

const CALLOUTS: Record<string, string> = {
  info: 'info',
  note: 'warning',
  tip: 'tip',
  warning: 'danger',
  panel: 'callout',
};

const code: Write = ({ params, plain }, { reader, flow }) => {
  const caption = (params.title ?? '').replace(/\s+/g, ' ').slice(0, 2000);
  const language = (params.language ?? params[''] ?? '').slice(0, 64);
  flow.push(reader.page.block('code', { text: plain.replace(/^\n|\s+$/g, ''), language, ...(caption && { caption }) }));
};

const callout: Write = ({ name, params, rich }, { reader, flow }) => {
  const look = calloutLook(CALLOUTS[name] ?? '') ?? { icon: '', color: 'default' };
  const title: MarkupElement[] = params.title
    ? [{ tag: 'p', attrs: {}, children: [{ tag: 'b', attrs: {}, children: [params.title] }] }]
    : [];
  flow.push(
    ...reader.titled(
      'callout',
      { ...look },
      { tag: 'div', attrs: {}, children: [...title, ...(rich?.children ?? [])] },
    ),
  );
};

const body: Write = ({ rich }, { reader, flow, marks }) => {
  const stands = rich?.children.some((node) => typeof node !== 'string' && node.tag !== 'span');
  if (rich && stands) flow.push(...reader.blocks({ ...rich, tag: 'div', attrs: {} }));
  else if (rich) reader.walk(rich.children, flow, marks);
};

const media: Write = ({ params }, { reader, flow, file }) => {
  const name = params.name ?? params[''] ?? '';
  if (name) flow.push(reader.page.block('file', { url: file(name), name: name.slice(0, 2000) }));
};

const framed: Write = ({ params }, { reader, flow }) => {
  const url = (params.url ?? params.src ?? params[''] ?? '').trim();
  if (/^https?:/.test(url) && isWebAddress(url)) flow.push(reader.page.block('embed', { url }));
  else flow.text(url, []);
};

const math =
  (display: boolean): Write =>
  ({ params, plain, rich }, { reader, flow, marks }) => {
    const tex = (plain || params.body || params[''] || markupNodeLine(rich)).trim();
    if (display && tex) flow.push(reader.page.block('math', { tex: tex.slice(0, SOURCE_MAX) }));
    else if (tex) flow.formula(tex, marks);
  };

const WRITERS: Record<string, Write> = {
  code,
  noformat: code,
  ...Object.fromEntries(Object.keys(CALLOUTS).map((name) => [name, callout])),
  expand: ({ params, rich }, { reader, flow }) => {
    const summary: MarkupElement = { tag: 'summary', attrs: {}, children: [params.title || '…'] };
    reader.details({ tag: 'details', attrs: {}, children: [summary, ...(rich?.children ?? [])] }, flow);
  },
  toc: (_, { reader, flow }) => flow.push(reader.page.block('toc')),
  anchor: ({ params }, { reader }) => reader.page.anchor(params['']),
  status: ({ params }, { flow, marks }) => {
    const name = paletteOf((params.colour ?? params.color ?? 'gray').toLowerCase().replace('grey', 'gray')) ?? 'gray';
    flow.text(params.title ?? '', [...marks, { type: 'highlight', attrs: { name } }, { type: 'bold' }]);
  },
  quote: ({ rich }, { reader, flow }) => {
    if (rich) flow.push(...reader.titled('quote', {}, { ...rich, tag: 'div' }));
  },
  excerpt: body,
  section: body,
  column: body,
  div: body,
  span: body,
  details: body,
  'view-file': media,
  viewpdf: media,
  viewdoc: media,
  viewxls: media,
  multimedia: media,
  widget: framed,
  iframe: framed,
  mathblock: math(true),
  latex: math(true),
  mathinline: math(false),
  jira: ({ params }, { flow, marks }) => flow.text(params.key ?? params.jqlQuery ?? '', marks),
};

export function readMacro(element: MarkupElement, context: MacroContext): void {
  const name = (element.attrs['ac:name'] ?? '').toLowerCase();
  const params = Object.fromEntries(
    elementChildren(element, 'ac:parameter').map((one) => [one.attrs['ac:name'] ?? '', parameterOf(one)]),
  );
  const plainBody = child(element, 'ac:plain-text-body');
  const macro: Macro = {
    name,
    params,
    rich: child(element, 'ac:rich-text-body'),
    plain: plainBody ? markupNodeText(plainBody) : '',
  };
  const write = Object.hasOwn(WRITERS, name) ? WRITERS[name] : undefined;
  if (write) write(macro, context);
  else {
    context.reader.page.loss(`macro_${name.replace(/[^a-z0-9]+/g, '_').slice(0, 60)}`);
    keep(macro, context);
  }
}

/** Parameters may be texts or name pages, files, spaces or people. */
const parameterOf = (parameter: MarkupElement): string => {
  const named = [...elementsIn(parameter)].flatMap(({ attrs }) =>
    NAMING.flatMap((name) => attrs[name] ?? []).slice(0, 1),
  );
  return named.length ? named.join(', ') : markupNodeText(parameter).trim();
};

/** What resources are called, the first of which counts. */
const NAMING = ['filename', 'content-title', 'value', 'space-key', 'username', 'account-id', 'userkey'].map(
  (name) => `ri:${name}`,
);

/** Its text where it has one, below what else it says; what only says how to make something is kept as it is. */
function keep(macro: Macro, context: MacroContext): void {
  const { reader, flow } = context;
  const { title, ...others } = macro.params;
  const said = Object.entries(others).flatMap(([name, value]) => (value ? [name ? `${name}: ${value}` : value] : []));
  const settings = said.length ? `${macro.name} (${said.join(', ')})` : '';
  if (macro.rich) {
    line(flow, title, 'bold');
    line(flow, settings, 'code');
    body(macro, context);
  } else if (macro.plain.trim())
    code({ ...macro, params: { title: [title, settings].filter(Boolean).join(', ') } }, context);
  else flow.push(reader.page.block('unknown', { original: { type: 'macro', name: macro.name, params: macro.params } }));
}

function line(flow: Flow, text: string | undefined, mark: string): void {
  if (!text) return;
  flow.begin();
  flow.text(text, [{ type: mark }]);
  flow.flush();
}
