// A site to clip from, one of whose pages asks for a sign-in, and a line to the service that can be cut.
import { createServer as createHttp } from 'node:http';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { PIXEL } from '../kit/pictures.ts';

const words =
  'The keeper trimmed the wick at dusk, and the beam swept across the water until the morning came. '.repeat(6);

const article = (title: string, more = '') =>
  `<!doctype html><html lang="en"><head><title>${title}</title><meta name="author" content="Ada Keeper"></head>
<body><nav><a href="/">Menu of the site</a></nav><article><h1>${title}</h1><p>${words}</p><p id="p">Ships saw it from afar.</p>${more}<p>${words}</p></article></body></html>`;

const PAGES: Record<string, string> = {
  '/light': article('On lighthouses', '<pre><code class="language-python">print(1)</code></pre>'),
  '/private': article('Behind a sign-in', '<img src="/private.png" alt="Lamp">'),
  '/shop': '<!doctype html><title>A lamp</title><main><h1>A lamp</h1><p>12 euros</p></main>',
  '/frames':
    '<!doctype html><title>Frames</title><frameset cols="50%,50%"><frame src="/light"><frame src="/shop"></frameset>',
  '/large': `<!doctype html><title>Large</title><body>${'<p>a</p>'.repeat(70_000)}</body>`,
};

export interface Site {
  url: string;
  close(): void;
}

export async function openSite(): Promise<Site> {
  const server = createHttp((request, response) => {
    const path = String(request.url).split('?')[0] as string;
    const isClosed = path.startsWith('/private') && !/member=1/.test(request.headers.cookie ?? '');
    if (isClosed) response.writeHead(401).end('Sign in first');
    else if (path.endsWith('.png')) response.setHeader('content-type', 'image/png').end(PIXEL);
    else if (PAGES[path]) response.setHeader('content-type', 'text/html; charset=utf-8').end(PAGES[path]);
    else response.writeHead(404).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

export interface Line {
  url: string;
  /** cuts what is open, and takes nothing more until it is mended */
  cut(): void;
  mend(): void;
  close(): void;
}

/** Passes bytes on to a port of this machine. */
export async function openLine(port: number): Promise<Line> {
  const open = new Set<Socket>();
  let isCut = false;
  const server = createServer((socket) => {
    if (isCut) return void socket.destroy();
    const onward = connect(port, 'localhost');
    for (const one of [socket, onward]) {
      open.add(one);
      one.on('error', () => {});
      one.on('close', () => open.delete(one));
    }
    socket.pipe(onward).pipe(socket);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const cut = () => {
    isCut = true;
    for (const one of open) one.destroy();
  };
  const mend = () => {
    isCut = false;
  };
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    ...{ url: url.replace('localhost', '127.0.0.1'), cut, mend },
    close() {
      cut();
      server.close();
    },
  };
}
