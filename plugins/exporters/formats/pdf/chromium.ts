// Draws a page as PDF with a Chromium that knows nothing of the service: one file to read, one to write, no way out.
import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { Problem } from '../../../../core/http/problem.ts';
import { DevTools } from './devtools.ts';

const TIME_MS = 120_000;
const PIECE = 1024 * 1024;
/** All that it may know of the environment: settings of the service hold secrets. */
const KNOWN = ['PATH', 'LANG', 'LC_ALL', 'LD_LIBRARY_PATH', 'FONTCONFIG_PATH', 'FONTCONFIG_FILE'];

/** Names lead nowhere, and what needs none goes to a port where nobody listens. */
const APART = [
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--blink-settings=scriptEnabled=false',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-sync',
];
const PLAIN = ['--headless', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run', '--remote-debugging-pipe'];

/** It refuses its own sandbox to the administrator of a machine. */
const sandbox = (): string[] => (process.getuid?.() === 0 ? ['--no-sandbox'] : []);

/**
 * Draws `page.html` of a scratch folder; returns the path of the file.
 * @throws Problem validation_failed when it takes too long or comes to nothing
 */
export async function printed(binary: string, folder: string, time = TIME_MS): Promise<string> {
  const known = KNOWN.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  const child = spawn(binary, [...PLAIN, ...APART, ...sandbox(), `--user-data-dir=${join(folder, 'profile')}`], {
    env: { ...Object.fromEntries(known), HOME: folder, TMPDIR: folder },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    // In a group of its own, so that its helpers end with it.
    detached: true,
  });
  const path = join(folder, 'page.pdf');
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`it took longer than ${time / 1000} s`)), time);
  });
  try {
    await Promise.race([draw(child, pathToFileURL(join(folder, 'page.html')).href, path), late, endOf(child)]);
    return path;
  } catch (error) {
    throw new Problem(
      'validation_failed',
      `Chromium could not draw this as PDF: ${(error as Error).message}. The setting CHROME_BIN names the program; printing from the browser works, too.`,
    );
  } finally {
    clearTimeout(timer);
    await stop(child);
  }
}

/** It never ends by itself. */
const endOf = (child: ChildProcess): Promise<never> =>
  new Promise((_resolve, reject) => {
    child.on('error', (error: NodeJS.ErrnoException) => reject(new Error(`it could not be started (${error.code})`)));
    child.on('exit', (code, signal) => reject(new Error(`it ended with ${signal ?? code}`)));
  });

async function stop(child: ChildProcess): Promise<void> {
  if (!child.pid || child.exitCode !== null || child.signalCode) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  process.kill(-child.pid, 'SIGKILL');
  await gone;
}

async function draw(child: ChildProcess, address: string, path: string): Promise<void> {
  const tools = new DevTools(child);
  const { targetId } = await tools.ask('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await tools.ask('Target.attachToTarget', { targetId, flatten: true });
  const ask = (method: string, params: object = {}) => tools.ask(method, params, String(sessionId));
  await ask('Emulation.setScriptExecutionDisabled', { value: true });
  // Whatever the page says, the only thing that is ever read is the page.
  tools.on('Fetch.requestPaused', ({ requestId, request }) => {
    const isPage = (request as { url: string }).url === address;
    const answer = isPage ? 'Fetch.continueRequest' : 'Fetch.failRequest';
    void ask(answer, { requestId, ...(!isPage && { errorReason: 'AccessDenied' }) }).catch(() => {});
  });
  await ask('Fetch.enable');
  await ask('Page.enable');
  const loaded = tools.next('Page.loadEventFired');
  await ask('Page.navigate', { url: address });
  await loaded;
  const options = { printBackground: true, preferCSSPageSize: true, transferMode: 'ReturnAsStream' };
  const { stream: handle } = await ask('Page.printToPDF', options);
  async function* pieces() {
    for (let eof = false; !eof; ) {
      const read = await ask('IO.read', { handle, size: PIECE });
      yield Buffer.from(String(read.data), read.base64Encoded ? 'base64' : 'utf8');
      eof = read.eof === true;
    }
  }
  await pipeline(Readable.from(pieces()), createWriteStream(path, { mode: 0o600 }));
}
