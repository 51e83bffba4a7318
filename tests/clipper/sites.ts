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
    '<!doctype html><title>Frames</title><frameset cols="50%,50%"><frame src="/shop"><frame src="/light"></frameset>',
  '/foreign-frames': '<!doctype html><title>Frames</title><frameset><frame src="http://[::1]:1/light"></frameset>',
  '/mail': '<!doctype html><title>Inbox</title><nav>Inbox (3)</nav><main>1 mail</main><iframe src="/light"></iframe>',
  '/forum': `<!doctype html><title>Wicks?</title><nav>Boards</nav><main>${['Ada', 'Bo', 'Cy'].map((name) => `<article><h2>${name}</h2><p>${words}</p></article>`).join('')}</main>`,
  '/video':
    '<!doctype html><title>A beam</title><main><h1>A beam</h1><video src="/beam.mp4"></video><p>1:20</p></main>',
  '/blank': '<!doctype html><title>Blank</title><script>1</script>',
  '/large': `<!doctype html><title>Large</title><body>${'<p>a</p>'.repeat(70_000)}</body>`,
  // What is far down is not laid out: that alone takes many seconds.
  '/long': `<!doctype html><title>Long</title><style>p{content-visibility:auto}</style><body>${`<p>${words.repeat(400)}</p>`.repeat(520)}</body>`,
  '/changing': article(
    'Changing',
    '<script>setInterval(() => { document.body.append(document.createElement("p")); document.querySelector("#p").textContent += "!"; }, 0)</script>',
  ),
  '/pictures': article(
    'Pictures',
    Array.from({ length: 3000 }, (_, n) => `<p><img loading="lazy" src="/lamp-${n}.png"></p>`).join(''),
  ),
  '/odd-facts': `<!doctype html><html lang="${'e'.repeat(400)}"><title>Odd facts</title><link rel="canonical" href="https://example.org/?a=[b]|c"><meta name="author" content="${'A'.repeat(400)}"><meta property="article:published_time" content="${'1'.repeat(400)}"><body><article><p>${words}</p><img src="/${'x'.repeat(3000)}.png"></article>`,
  '/no-address': `<!doctype html><title>No address</title><link rel="canonical" href="https://"><article><p>${words}</p></article>`,
  '/no-pictures': article(
    'No pictures',
    '<p><img src="/page-as.png"></p><p><img src="/page.html"></p><p><img src="/gone.html"></p>',
  ),
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
    else if (/^.page/.test(path))
      response.setHeader('content-type', path.endsWith('.png') ? 'image/png' : 'text/html').end('<p>Not a picture</p>');
    else if (path.endsWith('.pdf')) response.setHeader('content-type', 'application/pdf').end('%PDF-1.4');
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
