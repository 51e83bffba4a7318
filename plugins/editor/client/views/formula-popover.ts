// The source of a formula within a line, written beside it; loaded with the first formula, or when one is asked for.
import { Fragment } from 'prosemirror-model';
import { NodeSelection, TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { el } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { type Anchor, openPopover } from '../../../../core/client/popover.ts';
import { drawFormula } from '../../../blocks/client/editing/formula-drawing.ts';
import { TEX_MAX } from '../../../blocks/inline-types.ts';
import { formulaAt } from '../../../blocks/markdown/inline-math.ts';
import { schema } from '../../../blocks/schema/schema.ts';
import { selectionAnchor } from '../editor/floating-anchor.ts';
import { insertToken } from '../slash-menu/token.ts';
import { LiveDrawing } from './live-drawing.ts';

export { drawFormula };

/** Which way an arrow key goes; 0 where none was pressed. */
type ArrowSide = -1 | 0 | 1;

interface Answer {
  tex: string;
  /** where the caret goes on beside the formula; 0 where something else was pressed meanwhile */
  side: ArrowSide;
}

const inlineMath = schema.nodes.inlineMath!;

/** The field with its drawing; Escape gives up what was typed since. */
function formulaForm(before: string, end: (answer: Answer) => void) {
  const drawing = new LiveDrawing();
  const label = t('editor.block_math');
  const field = el('textarea', {
    class: 'mono',
    'aria-label': label,
    rows: 1,
    maxlength: TEX_MAX,
    spellcheck: 'false',
    placeholder: '\\sqrt{x}',
  });
  field.value = before;
  const draw = () => {
    const source = field.value.trim();
    void drawing.show(async () => (source ? drawFormula(source, true) : el('span')));
  };
  field.addEventListener('input', draw);
  field.addEventListener('keydown', (event) => {
    const { selectionStart, selectionEnd, value } = field;
    const isAt = (place: number) => !event.shiftKey && selectionStart === place && selectionEnd === place;
    const isLeft = event.key === 'ArrowLeft' && isAt(0);
    const isRight = event.key === 'ArrowRight' && isAt(value.length);
    const isEscape = event.key === 'Escape';
    const isEnter = event.key === 'Enter' && !event.shiftKey && !event.isComposing;
    if (!isLeft && !isRight && !isEscape && !isEnter) return;
    event.preventDefault();
    event.stopPropagation();
    end({ tex: isEscape ? before : value, side: isLeft ? -1 : 1 });
  });
  const form = el(
    'form',
    { class: 'field-popover formula-popover' },
    field,
    drawing.dom,
    drawing.fault,
    el('button', { class: 'button primary' }, t('editor.done')),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    end({ tex: field.value, side: 1 });
  });
  draw();
  return { form, field, label, drawing };
}

/** Resolves with what was written; an arrow key comes to the end of the source that is nearer. */
async function askFormula(anchor: Anchor, before: string, side: ArrowSide): Promise<Answer> {
  let given: Answer | undefined;
  const { form, field, label, drawing } = formulaForm(before, (answer) => {
    given = answer;
    panel.hidePopover();
  });
  const panel = el('div', { role: 'dialog', 'aria-label': label }, form);
  const closed = openPopover(anchor, panel, { focus: field });
  const caret = side > 0 ? 0 : before.length;
  field.setSelectionRange(caret, caret);
  await closed;
  drawing.stop();
  const { tex, side: to } = given ?? { tex: field.value, side: 0 };
  return { tex: tex === before ? tex : tex.trim(), side: to };
}

/** What is there is changed, or goes where nothing of it is left. */
export async function changeFormula(
  view: EditorView,
  position: () => number | undefined,
  shown: HTMLElement,
  side: ArrowSide,
): Promise<void> {
  const from = position();
  const before = from === undefined ? null : view.state.doc.nodeAt(from);
  if (!before) return;
  // It is no button that the panel belongs to.
  const anchor: Anchor = { getBoundingClientRect: () => shown.getBoundingClientRect() };
  const answer = await askFormula(anchor, before.attrs.tex, side);
  const at = position();
  if (at === undefined) return;
  const { tr } = view.state;
  if (!answer.tex) tr.delete(at, at + 1);
  else if (answer.tex !== before.attrs.tex) tr.setNodeAttribute(at, 'tex', answer.tex);
  if (answer.side) {
    tr.setSelection(TextSelection.create(tr.doc, answer.tex && answer.side > 0 ? at + 1 : at));
    view.focus();
  }
  view.dispatch(tr);
}

/** A new one at the caret. */
export async function insertFormula(view: EditorView): Promise<void> {
  const { doc, selection } = view.state;
  const { tex, side } = await askFormula(selectionAnchor(view), '', 0);
  if (side) view.focus();
  if (!tex) return;
  // Whoever has pressed elsewhere meanwhile wants it where it was asked for.
  if (view.state.doc === doc) view.dispatch(view.state.tr.setSelection(selection));
  insertToken(view, 'inlineMath', { tex });
}

/** The selected words become a formula, and a formula its words; without a selection a new one is asked for. */
export function switchFormula(view: EditorView): Promise<void> | undefined {
  const { selection, tr, doc } = view.state;
  const { $from, $to, from, to, empty } = selection;
  if (empty) return insertFormula(view);
  if (!$from.sameParent($to) || !$from.parent.inlineContent) return undefined;
  const only = to === from + 1 ? doc.nodeAt(from) : null;
  if (only?.type === inlineMath) {
    tr.replaceWith(from, to, schema.text(only.attrs.tex));
    view.dispatch(tr.setSelection(TextSelection.create(tr.doc, from, from + only.attrs.tex.length)));
    return undefined;
  }
  const words = doc.textBetween(from, to, '', '\ufffc');
  const inner = words.trim();
  // What is no text, such as the name of a page, would be lost.
  if (!inner || inner.length > TEX_MAX || words.includes('\ufffc')) return undefined;
  const start = from + words.indexOf(inner);
  const signed = formulaAt(inner, 0);
  const tex = signed?.length === inner.length ? signed.tex : inner;
  tr.replaceWith(start, start + inner.length, Fragment.from(inlineMath.create({ tex })));
  view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, start)));
  return undefined;
}
