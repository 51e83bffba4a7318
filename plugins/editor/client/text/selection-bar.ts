// The bar over selected text: marks, link, colours, and what the block is. Loaded when the text gets the focus.
import { TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { takesPassages } from '../../../../core/client/assistance-request.ts';
import { takesComments } from '../../../../core/client/comment-request.ts';
import { el, icon } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { floatHome, type MenuItem, openMenu, place } from '../../../../core/client/popover.ts';
import { keysText } from '../../../../core/client/shortcuts.ts';
import { failed } from '../../../../core/client/toast.ts';
import { commentOnChosen } from '../block-controls/comment-marks.ts';
import { turnChosenInto } from '../block-controls/convert-block.ts';
import { selectionAnchor } from '../editor/floating-anchor.ts';
import { BLOCK_KINDS, kindLabel } from '../slash-menu/block-kinds.ts';
import type { ColourPart } from './colour-panel.ts';
import { editLink } from './link-form.ts';
import { hasMark, setColour, switchMark } from './mark-commands.ts';

interface Button {
  mark: string;
  picture: () => SVGElement;
  keys: string;
}

const BUTTONS: Button[] = [
  { mark: 'bold', picture: () => icon('bold'), keys: 'mod+b' },
  { mark: 'italic', picture: () => icon('italic'), keys: 'mod+i' },
  { mark: 'underline', picture: () => icon('underline'), keys: 'mod+u' },
  { mark: 'strike', picture: () => icon('strikethrough'), keys: 'mod+shift+s' },
  { mark: 'code', picture: () => icon('code'), keys: 'mod+e' },
];

export function turnIntoItems(view: EditorView): MenuItem[] {
  return BLOCK_KINDS.filter(({ isText }) => isText).map((kind) => ({
    label: kindLabel(kind),
    icon: kind.icon,
    run: () => {
      turnChosenInto(kind)(view.state, view.dispatch, view);
      view.focus();
    },
  }));
}

export class SelectionBar {
  readonly #view: EditorView;
  readonly #switches = new Map<string, HTMLButtonElement>();
  readonly #panel: HTMLElement;

  constructor(view: EditorView) {
    this.#view = view;
    this.#panel = el('div', {
      class: 'popover selection-toolbar',
      role: 'toolbar',
      popover: 'manual',
      'aria-label': t('editor.toolbar'),
    });
    this.#fill();
    this.#panel.addEventListener('mousedown', (event) => event.preventDefault());
    this.#panel.addEventListener('keydown', (event) => this.#onKey(event));
  }

  #fill(): void {
    const turn = this.#button(t('editor.turn_into'), icon('type'), () =>
      openMenu(turn, t('editor.turn_into'), turnIntoItems(this.#view)),
    );
    turn.setAttribute('aria-haspopup', 'menu');
    this.#panel.append(turn);
    for (const { mark, picture, keys } of BUTTONS) {
      const label = `${t(`editor.mark_${mark}`)} (${keysText(keys)})`;
      const button = this.#button(label, picture(), () => switchMark(mark)(this.#view.state, this.#view.dispatch));
      this.#switches.set(mark, button);
      this.#panel.append(button);
    }
    const choose = (name: ColourPart, value: string | null) => {
      setColour(name === 'color' ? name : 'highlight', value)(this.#view.state, this.#view.dispatch);
      this.#view.focus();
    };
    const colour = this.#button(t('editor.colour'), icon('palette'), () =>
      import('./colour-panel.ts').then(({ openColours }) => openColours(colour, choose)).catch(failed),
    );
    const link = `${t('editor.link')} (${keysText('mod+shift+k')})`;
    const formula = `${t('editor.block_math')} (${keysText('mod+shift+e')})`;
    this.#panel.append(
      this.#button(formula, el('span', { class: 'formula-sign' }), () =>
        import('../views/formula-popover.ts').then((one) => one.switchFormula(this.#view)).catch(failed),
      ),
      this.#button(link, icon('link'), () => editLink(this.#view)),
      colour,
    );
    const comment = `${t('editor.comment')} (${keysText('mod+alt+m')})`;
    if (takesComments())
      this.#panel.append(this.#button(comment, icon('message-square'), () => commentOnChosen(this.#view)));
    const suggest = () => import('./assistance.ts').then((one) => one.askForSuggestion(this.#view)).catch(failed);
    if (takesPassages()) this.#panel.append(this.#button(t('editor.suggest'), icon('lightbulb'), suggest));
  }

  #button(label: string, picture: Element, run: () => void): HTMLButtonElement {
    return el(
      'button',
      { type: 'button', class: 'icon-button', tabindex: -1, 'aria-label': label, title: label, onclick: run },
      picture,
    );
  }

  update(): void {
    const { state } = this.#view;
    const { selection } = state;
    const isText = selection instanceof TextSelection && !selection.empty && selection.$from.parent.isTextblock;
    const isShown = isText && this.#view.editable && !selection.$from.parent.type.spec.code && this.#hasFocus();
    if (!isShown) {
      this.hide();
      return;
    }
    for (const [mark, button] of this.#switches) button.setAttribute('aria-pressed', String(hasMark(state, mark)));
    if (!this.#panel.isConnected) {
      floatHome().append(this.#panel);
      this.#panel.showPopover();
    }
    this.#place();
  }

  hide(): void {
    this.#panel.remove();
  }

  /** Puts the focus into the bar, or into that of the chosen picture; Escape and Tab bring it back. */
  enter(): boolean {
    const bar = this.#panel.isConnected
      ? this.#panel
      : this.#view.dom.querySelector<HTMLElement>('.ProseMirror-selectednode .media-tools');
    bar?.querySelector('button')?.focus();
    return bar !== null;
  }

  #hasFocus(): boolean {
    return this.#view.hasFocus() || this.#panel.contains(document.activeElement);
  }

  /** Above the selection where there is room, so that it hides no text that follows. */
  #place(): void {
    const at = selectionAnchor(this.#view).getBoundingClientRect();
    place(
      { getBoundingClientRect: () => new DOMRect(at.left, at.top - this.#panel.offsetHeight - 8, at.width, 0) },
      this.#panel,
    );
    if (at.top - this.#panel.offsetHeight < 8) place({ getBoundingClientRect: () => at }, this.#panel);
  }

  #onKey(event: KeyboardEvent): void {
    const buttons = [...this.#panel.querySelectorAll('button')];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (event.key === 'Escape' || event.key === 'Tab') this.#view.focus();
    else if (step) buttons[(at + step + buttons.length) % buttons.length]?.focus();
    else return;
    event.preventDefault();
  }
}
