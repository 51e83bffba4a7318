// Whether this browser reaches the socket that tells it of changes: only a browser behind the same proxies can say.
const line = document.querySelector<HTMLElement>('[data-socket]');
const PATIENCE_MS = 10_000;

function show(isOpen: boolean): void {
  const [good, bad] = line?.querySelector('template')?.content.children ?? [];
  const badge = isOpen ? good : bad;
  const words = line?.querySelector<HTMLElement>('[data-good]');
  const remedy = line?.querySelector<HTMLElement>('p[hidden]');
  if (!line || !badge || !words) return;
  line.dataset.state = isOpen ? 'ok' : 'error';
  line.querySelector(':scope > .badge')?.replaceWith(badge.cloneNode(true));
  words.textContent = (isOpen ? words.dataset.good : words.dataset.bad) ?? '';
  if (remedy && !isOpen) remedy.hidden = false;
}

const address = new URL('/ws/events', location.href);
address.protocol = address.protocol.replace('http', 'ws');
const socket = new WebSocket(address);
const timer = setTimeout(() => socket.close(), PATIENCE_MS);
socket.onopen = () => {
  show(true);
  socket.onclose = null;
  clearTimeout(timer);
  socket.close();
};
socket.onclose = () => {
  clearTimeout(timer);
  show(false);
};
