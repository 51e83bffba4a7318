// The tabs of views on one line: where it is cut it fades, and a button beside it counts and lists those out of sight.
import { el, icon } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';

/** Of a tab, what must be in sight for it to count as seen; its edges may lie between two pixels. */
const SEEN = 0.95;

function sideOf(strip: HTMLElement, hidden: HTMLElement[]): string {
  const middle = middleOf(strip);
  const isRtl = document.documentElement.dir === 'rtl';
  const sides = new Set(hidden.map((tab) => middleOf(tab) < middle !== isRtl));
  return [...(sides.has(true) ? ['start'] : []), ...(sides.has(false) ? ['end'] : [])].join(' ');
}

/** Of many tabs, the one that is chosen is never out of sight. */
export function showCurrentTab(strip: Element | null | undefined): void {
  const tab = strip?.querySelector('[aria-current]');
  // `scrollIntoView` would also let the first Tab begin here, behind the link to the content.
  if (strip && tab) strip.scrollLeft += middleOf(tab) - middleOf(strip);
}

function middleOf(one: Element): number {
  const { left, right } = one.getBoundingClientRect();
  return (left + right) / 2;
}

/** The button is not there while all tabs are in sight. */
export function moreViewsButton(strip: HTMLElement, open: (button: HTMLElement) => void): HTMLElement {
  const label = el('span', {});
  const button: HTMLElement = el(
    'button',
    {
      ...{ type: 'button', class: 'button quiet more-views', hidden: true, 'aria-haspopup': 'menu' },
      onclick: () => open(button),
    },
    label,
    icon('chevron-down'),
  );
  const hidden = new Set<HTMLElement>();
  const seen = new IntersectionObserver(
    (changes) => {
      for (const { target, intersectionRatio } of changes)
        if (intersectionRatio < SEEN) hidden.add(target as HTMLElement);
        else hidden.delete(target as HTMLElement);
      strip.dataset.cut = sideOf(strip, [...hidden]);
      button.hidden = hidden.size === 0;
      label.textContent = t('databases.view.more_views', { count: hidden.size });
    },
    { root: strip, threshold: [0, 0.5, SEEN] },
  );
  // A page beside takes of the room of the tabs, as the button does.
  new ResizeObserver(() => showCurrentTab(strip)).observe(strip);
  for (const tab of strip.children) seen.observe(tab);
  return button;
}
