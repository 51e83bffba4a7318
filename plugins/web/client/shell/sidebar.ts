// The sidebar: hidden and shown, made wider and narrower, and a drawer on a phone. Cookies let the server draw it right.
import { on } from '../../../../core/client/dom.ts';
import { keepCookie } from '../../../../core/client/request.ts';
import { failed } from '../../../../core/client/toast.ts';
import { SIDEBAR_WIDTH } from '../../../../core/views/sidebar-width.ts';

const root = document.documentElement;
const phone = matchMedia('(width <= 760px)');

const sidebarElement = (): HTMLElement | null => document.getElementById('menu');

/** Away or back; on a phone it is the drawer. */
export function toggleSidebar(): void {
  const sidebar = sidebarElement();
  if (!sidebar) return;
  if (phone.matches) {
    withDrawer(({ toggleDrawer }) => toggleDrawer());
    return;
  }
  const closed = root.dataset.sidebar !== 'closed';
  const hadFocus = document.activeElement === document.body || sidebar.contains(document.activeElement);
  if (closed) root.dataset.sidebar = 'closed';
  else delete root.dataset.sidebar;
  keepCookie('sidebar', closed ? 'closed' : 'open');
  const other = document.querySelector<HTMLElement>(closed ? '.sidebar-open' : '.sidebar [data-action="sidebar"]');
  if (hadFocus || document.activeElement?.closest('.sidebar-open')) other?.focus();
}

type Drawer = typeof import('./drawer.ts');

let drawer: Drawer | undefined;

/** At once when it is there: the next tap may be for what it covers. */
function withDrawer(work: (drawer: Drawer) => void): void {
  if (drawer) work(drawer);
  else
    import('./drawer.ts')
      .then((loaded) => {
        drawer = loaded;
        work(loaded);
      })
      .catch(failed);
}

const clamp = (width: number): number => Math.min(SIDEBAR_WIDTH.max, Math.max(SIDEBAR_WIDTH.min, width));

function startSeparator(separator: HTMLElement): void {
  const isRtl = root.dir === 'rtl';
  const settle = (width: number) => {
    const settled = clamp(Math.round(width / SIDEBAR_WIDTH.step) * SIDEBAR_WIDTH.step);
    root.style.removeProperty('--sidebar');
    root.dataset.sidebarWidth = String(settled);
    separator.setAttribute('aria-valuenow', String(settled));
    keepCookie('sidebar_width', settled);
  };
  const widthAt = (event: PointerEvent) => clamp(isRtl ? innerWidth - event.clientX : event.clientX);
  separator.addEventListener('pointerdown', (event) => {
    separator.setPointerCapture(event.pointerId);
    separator.classList.add('dragged');
  });
  separator.addEventListener('pointermove', (event) => {
    if (separator.hasPointerCapture(event.pointerId)) root.style.setProperty('--sidebar', `${widthAt(event)}px`);
  });
  separator.addEventListener('lostpointercapture', (event) => {
    separator.classList.remove('dragged');
    settle(widthAt(event));
  });
  separator.addEventListener('keydown', (event) => {
    const now = Number(separator.getAttribute('aria-valuenow'));
    const wider = isRtl ? 'ArrowLeft' : 'ArrowRight';
    const narrower = isRtl ? 'ArrowRight' : 'ArrowLeft';
    const wanted: Record<string, number> = {
      [wider]: now + SIDEBAR_WIDTH.step,
      [narrower]: now - SIDEBAR_WIDTH.step,
      Home: SIDEBAR_WIDTH.min,
      End: SIDEBAR_WIDTH.max,
    };
    const width = wanted[event.key];
    if (event.key === 'Enter') toggleSidebar();
    if (width === undefined) return;
    event.preventDefault();
    settle(width);
  });
}

const bottom = (one: Element): number => one.getBoundingClientRect().bottom;

export function startSidebar(): void {
  const sidebar = sidebarElement();
  const separator = document.querySelector<HTMLElement>('.separator');
  if (!sidebar || !separator) return;
  on(document, 'click', '[data-action="sidebar"]', toggleSidebar);
  on(document, 'click', '[data-action="drawer"], [data-action="drawer-close"]', (event, found) => {
    event.preventDefault();
    withDrawer(({ setDrawer }) => setDrawer(found.dataset.action === 'drawer'));
  });
  phone.addEventListener(
    'change',
    () => sidebar.classList.contains('open') && withDrawer(({ setDrawer }) => setDrawer(false)),
  );
  startSeparator(separator);
  // Somebody may have scrolled while this was on its way.
  const list = sidebar.querySelector('.sidebar-scroll');
  const here = sidebar.querySelector('.tree [aria-current]');
  // By hand: `scrollIntoView` would also let the first Tab begin there, behind the link to the content.
  if (list && here && !list.scrollTop) list.scrollTop = bottom(here) - bottom(list);
}
