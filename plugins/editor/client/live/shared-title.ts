// The title of the page as several people write it.
import type * as Y from 'yjs';
import { tellPageChange } from '../../../../core/client/page-events.ts';
import { updateYText } from '../../../blocks/ydoc/write.ts';
import type { Title } from '../page-head/title.ts';

export class SharedTitle {
  readonly #text: Y.Text;
  readonly #title: Title;

  constructor(doc: Y.Doc, title: Title) {
    this.#text = doc.getText('title');
    this.#title = title;
  }

  /** From here on the title shows the shared text. */
  show(pageId: number): void {
    const draw = () => {
      const text = this.#text.toString();
      if (text === this.#title.value) return;
      this.#title.show(text);
      tellPageChange({ id: pageId, title: text });
    };
    draw();
    this.#text.observe((_event, { origin }) => origin !== this && draw());
  }

  write(text: string): void {
    this.#text.doc?.transact(() => updateYText(this.#text, this.#text.toString(), text), this);
  }
}
