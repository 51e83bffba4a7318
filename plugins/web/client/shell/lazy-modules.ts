// What is rarely used is loaded when somebody reaches for it: an element names the module that acts for it.
import { on } from '../../../../core/client/dom.ts';
import { failed } from '../../../../core/client/toast.ts';
import { titleField } from '../../../../core/client/type-ahead/title-field.ts';
import { TypeAhead } from '../../../../core/client/type-ahead/type-ahead.ts';

interface Acting {
  /** `typed`: since the click, for what can be written there */
  act(element: HTMLElement, typed: string): unknown;
}

/** The words of the module first: `data-words` and `data-module` are addresses of scripts. */
async function load({ dataset }: HTMLElement): Promise<Acting> {
  if (dataset.words) await import(dataset.words);
  return import(dataset.module as string);
}

/** A click is the module's; that the pointer is near only loads it. Without scripts the element acts by itself. */
export function startOnUse(): void {
  on(document, 'click', '[data-module]', (event, found) => {
    if (event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const ahead = new TypeAhead();
    load(found)
      .then((module) => module.act(found, ahead.take()))
      .catch(failed);
  });
  on(document, 'click', 'a[href^="/pages/new"]:not([href*="kind="])', (event, link) => {
    event.preventDefault();
    const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
    const go = (address: string) => (isElsewhere ? window.open(address) : location.assign(address));
    // What is typed beside a new tab belongs to this one.
    const field = isElsewhere ? null : titleField();
    const { href } = link as HTMLAnchorElement;
    import('./new-page.ts').then(
      ({ makePage }) => makePage(href, go, field),
      () => go(href),
    );
  });
  on(document, 'pointerover', '[data-module]', (_event, found) => void load(found).catch(() => undefined));
}
