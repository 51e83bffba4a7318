// The tabs of views on one line: each is whole or behind a button beside them, which counts and lists those.
import { el, icon } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';

/** The first tabs that have room; the one that is chosen is always among them. */
function fitting(widths: number[], gap: number, room: number, chosen: number): Set<number> {
  const shown = new Set<number>();
  let left = room + gap;
  const take = (at: number) => {
    left -= (widths[at] ?? 0) + gap;
    shown.add(at);
  };
  if (chosen >= 0) take(chosen);
  for (let at = 0; at < widths.length; at++) {
    if (at === chosen) continue;
    if ((widths[at] as number) + gap > left) break;
    take(at);
  }
  return shown;
}

function moreButton(open: (button: HTMLElement) => void): HTMLElement {
  const button: HTMLElement = el(
    'button',
    {
      ...{ type: 'button', class: 'button quiet more-views', hidden: true, 'aria-haspopup': 'menu' },
      onclick: () => open(button),
    },
    el('span', {}),
    icon('chevron-down'),
  );
  return button;
}

/** Shows as many tabs as there is room for; the button is not there while that is all of them. */
function fit(strip: HTMLElement, button: HTMLElement): void {
  const tabs = [...strip.children] as HTMLElement[];
  const say = (count: number) => {
    button.hidden = count === 0;
    button.children[0]?.replaceChildren(t('databases.view.more_views', { count }));
  };
  for (const tab of tabs) tab.hidden = false;
  say(0);
  if (strip.scrollWidth <= strip.clientWidth) return;
  // Its room is taken before it is known how many it counts.
  say(tabs.length);
  const widths = tabs.map((tab) => tab.getBoundingClientRect().width);
  const chosen = tabs.findIndex((tab) => tab.querySelector('[aria-current]'));
  const gap = Number.parseFloat(getComputedStyle(strip).columnGap) || 0;
  const shown = fitting(widths, gap, strip.clientWidth, chosen);
  tabs.forEach((tab, at) => {
    tab.hidden = !shown.has(at);
  });
  say(tabs.length - shown.size);
}

/** @param others what stands before and behind the tabs; `open` lists those that are out of sight */
export function tabLine(
  strip: HTMLElement,
  others: { before: HTMLElement; after: HTMLElement },
  open: (button: HTMLElement) => void,
): HTMLElement {
  const button = moreButton(open);
  // No landmark: a page may show many databases.
  const attributes = { class: 'view-tabs', role: 'group', 'aria-label': t('databases.view.views') };
  const line = el('div', attributes, others.before, strip, button, others.after);
  // A page beside takes of its room.
  new ResizeObserver(() => fit(strip, button)).observe(line);
  return line;
}
