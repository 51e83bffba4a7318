// The sidebar on a phone: a drawer over the page; loaded when it is first reached for.

const drawer = (): HTMLElement => document.getElementById('menu') as HTMLElement;
const isOpen = (): boolean => drawer().classList.contains('open');

export function setDrawer(open: boolean): void {
  if (isOpen() === open) return;
  drawer().classList.toggle('open', open);
  // Everything else is out of reach while the drawer is open, for the keyboard and for screen readers.
  for (const one of document.querySelectorAll<HTMLElement>('.stage, .skip')) one.inert = open;
  const next = open ? drawer().querySelector<HTMLElement>('.drawer-close') : document.querySelector('.drawer-open');
  (next as HTMLElement | null)?.focus();
}

export const toggleDrawer = (): void => setDrawer(!isOpen());

document.addEventListener('pointerdown', (event) => {
  // What floats above it may belong to it: the menu of a row renames that row in the drawer.
  const isAbove = (event.target as Element).closest('[popover], dialog');
  if (!isAbove && !drawer().contains(event.target as Node)) setDrawer(false);
});
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && !event.defaultPrevented && !document.querySelector(':popover-open, dialog[open]'))
    setDrawer(false);
});
