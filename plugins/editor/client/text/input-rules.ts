// Markdown as it is typed: signs at the start of a line change the block, signs around words mark them.
import { InputRule, inputRules } from 'prosemirror-inputrules';
import type { Attrs, MarkType, Node } from 'prosemirror-model';
import { type Command, type EditorState, Plugin, Selection, Transaction } from 'prosemirror-state';
import type { TypedSigns } from '../../../blocks/client/editing/block-client.ts';
import {
  blockAround,
  blockChildren,
  emptyBlock,
  makeBlock,
  nests,
  replaceBlock,
} from '../../../blocks/commands/block-position.ts';
import { isLinkAddress } from '../../../blocks/link-address.ts';
import { holdsBlocks, nodeName } from '../../../blocks/schema/prosemirror-json.ts';
import { schema } from '../../../blocks/schema/schema.ts';
import { BLOCK_CLIENTS } from '../../../blocks/types/clients.ts';
import type { NameCache } from '../editor/name-cache.ts';
import { BLOCK_KINDS, type MenuKind } from '../slash-menu/block-kinds.ts';
import { knownOwn, knownStandard } from '../slash-menu/emoji-list.ts';
import { insertKind } from '../slash-menu/insert.ts';
import { typedTable } from '../tables/table-input-rule.ts';

const { nodes, marks } = schema;

let inlineMath: typeof import('../../../blocks/markdown/inline-math.ts') | undefined;

/** Loads what tells formulas from everyday text: with the first touch of the text, because nothing is typed before. */
export async function prepareFormulas(): Promise<void> {
  inlineMath = await import('../../../blocks/markdown/inline-math.ts');
}

/** Takes the typed signs away and makes the block another kind; in code they are text. */
function blockRule({ signs, attrs = {}, from }: TypedSigns, name: string): InputRule {
  return new InputRule(signs, (state, match, start, end) => {
    const $start = state.doc.resolve(start);
    const { parent } = $start;
    const isLine =
      parent.isTextblock && nests(parent) && (parent.type === nodes.paragraph || parent.type === nodes.heading);
    if (!isLine && parent.type.name !== from) return null;
    const given = typeof attrs === 'function' ? attrs(match) : attrs;
    if (!given) return null;
    return state.tr.delete(start, end).setNodeMarkup($start.before(), nodes[name], given);
  });
}

/** Kinds without children or without text: the block is made anew. */
function solidRule({ signs, attrs = {} }: TypedSigns, name: string): InputRule {
  return new InputRule(signs, (state, match, start) => {
    const place = blockAround(state.doc.resolve(start));
    if (!place || place.content.type !== nodes.paragraph) return null;
    const text = place.content.content.cut(match[0].length - 1);
    const given = typeof attrs === 'function' ? attrs(match) : attrs;
    if (text.size > 0 || !given) return null;
    const made = nodes[name]!.create(given);
    return made.isTextblock ? textInstead(state, place, made) : solidInstead(state, place, made);
  });
}

const typedSigns = BLOCK_CLIENTS.flatMap(({ type, typed = [] }) => {
  const rule = holdsBlocks(type) ? blockRule : solidRule;
  return typed.filter(({ onEnter }) => !onEnter).map((one) => rule(one, nodeName(type)));
});

type Placed = NonNullable<ReturnType<typeof blockAround>>;

function textInstead(state: EditorState, place: Placed, content: Node): Transaction {
  const made = makeBlock(content, [], place.node.attrs.id);
  const tr = replaceBlock(state.tr, place, [made, ...blockChildren(place.node)]);
  return tr.setSelection(Selection.near(tr.doc.resolve(place.pos + 2), 1));
}

const lineWithoutSigns = ({ tr, selection: { $from } }: EditorState): Transaction =>
  tr.delete($from.start(), $from.end());

/** Signs that are a line, each with the type that Enter makes of it. */
const lineSigns = BLOCK_CLIENTS.flatMap(({ type, typed = [] }) =>
  typed.filter(({ onEnter }) => onEnter).map((signs) => ({ ...signs, type })),
);

/** The line as the block that its signs mean; null where they mean none. */
function blockOfLine(state: EditorState, place: Placed, text: string): Transaction | MenuKind | null {
  const { type: own } = place.content;
  for (const { signs, attrs = {}, from = 'paragraph', type } of lineSigns) {
    const match = from === own.name ? signs.exec(text) : null;
    const given = match && (typeof attrs === 'function' ? attrs(match) : attrs);
    if (!given) continue;
    const made = nodes[nodeName(type)]!;
    if (!made.isTextblock) return BLOCK_KINDS.find((one) => one.type === type) ?? null;
    if (!holdsBlocks(type)) return textInstead(state, place, made.create(given));
    return lineWithoutSigns(state).setNodeMarkup(place.pos + 1, made, given);
  }
  return own === nodes.paragraph ? typedTable(state, place, text) : null;
}

/** Enter after the signs that begin a block in Markdown, such as code, a formula or a table, makes that block. */
export const openFence: Command = (state, dispatch, view) => {
  const { $from, empty } = state.selection;
  const place = blockAround($from);
  const isAtEnd = empty && $from.parentOffset === $from.parent.content.size;
  if (!place || !isAtEnd) return false;
  const made = blockOfLine(state, place, place.content.textBetween(0, place.content.content.size, '', '\ufffc'));
  if (made instanceof Transaction) dispatch?.(made.scrollIntoView());
  else if (made && dispatch && view) {
    dispatch(lineWithoutSigns(state));
    insertKind(view, made);
  }
  return made !== null;
};

/** A space does so, too, behind the signs of a block that has a source to go on with. */
export const typedSource = new Plugin({
  props: {
    handleTextInput(view, from, to, text) {
      const { parent } = view.state.selection.$from;
      const isMeant = text === ' ' && lineSigns.some(({ onSpace, signs }) => onSpace && signs.test(parent.textContent));
      return from === to && isMeant && openFence(view.state, view.dispatch, view);
    },
  },
});

function solidInstead(state: EditorState, place: Placed, content: Node): Transaction {
  const line = makeBlock(content, [], place.node.attrs.id);
  const children = blockChildren(place.node);
  const tr = replaceBlock(state.tr, place, [
    line,
    children.length ? makeBlock(nodes.paragraph!.create(), children) : emptyBlock(),
  ]);
  return tr.setSelection(Selection.near(tr.doc.resolve(place.pos + line.nodeSize + 1), 1));
}

/** Marks what stands between two signs; `match[1]` is what stood before them. */
function markRule(pattern: RegExp, type: MarkType, attrs?: Attrs): InputRule {
  return new InputRule(pattern, (state, match, start, end) => {
    const [whole, before = '', text = ''] = match;
    if (!text || state.doc.resolve(start).parent.type.spec.code) return null;
    const from = start + before.length;
    const tr = state.tr;
    const sign = (whole.length - before.length - text.length) / 2;
    // The last sign is not in the document yet: it was being typed.
    const inner = from + sign;
    tr.delete(inner + text.length, end).delete(from, inner);
    return tr.addMark(from, from + text.length, type.create(attrs)).removeStoredMark(type);
  });
}

const linkRule = new InputRule(/\[([^[\]]+)\]\(([^\s()]+)\)$/, (state, match, start, end) => {
  const [, text = '', href = ''] = match;
  if (!isLinkAddress(href) || state.doc.resolve(start).parent.type.spec.code) return null;
  const link = marks.link!.create({ href });
  return state.tr.replaceWith(start, end, schema.text(text, [link])).removeStoredMark(marks.link!);
});

/** An address becomes a link when a space follows it; signs that end a sentence are no part of it. */
const addressRule = new InputRule(
  /(?:^|[\s(])(https?:\/\/\S*[^\s.,;:!?)'"])([.,;:!?)'"]*)(\s)$/,
  (state, match, _start, end) => {
    const [, href = '', after = '', space = ''] = match;
    const to = end - after.length;
    const from = to - href.length;
    const isCode = state.doc.resolve(from).parent.type.spec.code || state.doc.rangeHasMark(from, to, marks.code!);
    if (isCode || !isLinkAddress(href) || state.doc.rangeHasMark(from, to, marks.link!)) return null;
    return state.tr.addMark(from, to, marks.link!.create({ href })).insertText(space, end);
  },
);

/** The closing colon of `:name:` makes it the emoji of this name, one of the workspace before a standard one. */
const emojiRule = (names: NameCache): InputRule =>
  new InputRule(/(?:^|[\s(]):([\p{L}\p{N}_+-]{1,64}):$/u, (state, match, _start, end) => {
    const own = knownOwn(match[1] ?? '');
    const from = end - (match[1] ?? '').length - 1;
    const standard = own ? undefined : knownStandard(match[1] ?? '');
    if (state.doc.resolve(from).parent.type.spec.code) return null;
    if (standard) return state.tr.insertText(standard.unicode, from, end);
    if (!own) return null;
    names.addEmoji(own.name, own.url);
    return state.tr.replaceWith(from, end, nodes.emoji!.create({ name: own.name }));
  });

/** A formula between dollar signs, as Markdown has it, is one when a space follows; signs that end a sentence are none of it. */
const formulaRule = new InputRule(
  /\${1,2}(?:[^$\\`\ufffc]|\\[^`\ufffc])+\${1,2}([.,;:!?)'"]*\s)$/,
  (state, match, start, end) => {
    const [whole, after = ''] = match;
    const found = inlineMath?.formulaAt(match.input ?? '', match.index ?? 0);
    const to = start + whole.length - after.length;
    if (found?.length !== to - start || state.doc.resolve(start).parent.type.spec.code) return null;
    if ([marks.code!, marks.link!].some((mark) => state.doc.rangeHasMark(start, to, mark))) return null;
    const typed = whole.slice(end - start);
    return state.tr.insertText(typed, end).replaceWith(start, to, nodes.inlineMath!.create({ tex: found.tex }));
  },
);

export const typedRules = (names: NameCache) =>
  inputRules({
    rules: [
      ...typedSigns,
      markRule(/(^|[^*])\*\*([^*\s](?:[^*]*[^*\s])?)\*\*$/, marks.bold!),
      markRule(/(^|[^*])\*([^*\s](?:[^*]*[^*\s])?)\*$/, marks.italic!),
      markRule(/(^|[^\w_])__([^_\s](?:[^_]*[^_\s])?)__$/, marks.bold!),
      markRule(/(^|[^\w_])_([^_\s](?:[^_]*[^_\s])?)_$/, marks.italic!),
      markRule(/(^|[^`])`([^`\s](?:[^`]*[^`\s])?)`$/, marks.code!),
      markRule(/(^|[^~])~~([^~\s](?:[^~]*[^~\s])?)~~$/, marks.strike!),
      markRule(/(^|[^=])==([^=\s](?:[^=]*[^=\s])?)==$/, marks.highlight!, { name: 'yellow' }),
      linkRule,
      addressRule,
      formulaRule,
      emojiRule(names),
    ],
  });
