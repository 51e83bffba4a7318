// Callouts in the editor.
import type { Attrs, Node } from 'prosemirror-model';
import type { EditorView } from 'prosemirror-view';
import { el, signOf } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { calloutLook } from '../../callout-kinds.ts';
import type { BlockClient, EditorTools } from '../../client/editing/block-client.ts';
import { ControlledView, type Position } from '../../client/editing/controlled-view.ts';

class CalloutView extends ControlledView {
  readonly #button: HTMLButtonElement;

  constructor(node: Node, view: EditorView, position: Position, tools: EditorTools) {
    const button = el('button', {
      type: 'button',
      class: 'callout-icon',
      'aria-label': t('editor.callout_icon'),
    });
    super(node, view, position, button);
    this.#button = button;
    button.addEventListener('click', () => tools.pickEmoji(button, (sign) => this.set('icon', sign)));
    this.show();
  }

  protected show(): void {
    const { icon: shown } = this.node.attrs;
    this.#button.replaceChildren(signOf(shown || '💡'));
  }
}

const kindOf = (match: RegExpMatchArray): Attrs | null => calloutLook(match[1] ?? '') as Attrs | null;

export default {
  type: 'callout',
  kinds: [{ id: 'callout', icon: 'lightbulb', order: 60, attrs: { icon: '💡' }, hint: '!' }],
  // Also of a quote, as Markdown writes it: `> [!tip] `.
  typed: [
    { signs: /^!\s$/, attrs: { icon: '💡' }, from: 'quote' },
    { signs: /^\[!([a-z]+)\]\s$/i, attrs: kindOf, from: 'quote' },
    { signs: /^\[!([a-z]+)\]$/i, attrs: kindOf, from: 'quote', onEnter: true },
  ],
  hasBox: true,
  view: (node, view, position, tools) => new CalloutView(node, view, position, tools),
} satisfies BlockClient;
