// Colours of text, of its background and of boxes, as swatches with names.
import { el } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { type Anchor, openPopover } from '../../../../core/client/popover.ts';
import { PALETTE } from '../../../blocks/value-rules.ts';
import { gridKeys } from '../tables/grid-keys.ts';

/** As the styles have it. */
const SWATCH_COLUMNS = 5;

/** What a colour is for: text, its background, or the box of a callout. */
export type ColourPart = 'color' | 'highlight' | 'box';

/** Colours for each part, as swatches with names. */
export function openColours(
  anchor: Anchor,
  choose: (name: ColourPart, colour: string | null) => void,
  parts: ColourPart[] = ['color', 'highlight'],
): void {
  const panel = el('div', { class: 'colours', role: 'dialog', 'aria-label': t('editor.colour') });
  const swatch = (name: ColourPart, colour: string) => {
    const label = t('editor.colour_of', {
      colour: t(`editor.colour_${colour}`),
      part: t(`editor.${name}`),
    });
    const run = () => {
      panel.hidePopover();
      choose(name, colour === 'default' ? null : colour);
    };
    return el(
      'button',
      { type: 'button', class: 'swatch', 'aria-label': label, title: label, onclick: run },
      el('span', { [name === 'color' ? 'data-color' : 'data-highlight']: colour }, 'A'),
    );
  };
  for (const name of parts) {
    const row = el('div', { class: 'swatches' }, ...PALETTE.map((colour) => swatch(name, colour)));
    panel.append(el('h2', {}, t(`editor.${name}`)), row);
  }
  gridKeys(panel, SWATCH_COLUMNS);
  openPopover(anchor, panel, { focus: panel.querySelector('button') ?? panel });
}
