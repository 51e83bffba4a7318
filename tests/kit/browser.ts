// A real Chromium for tests, brought by a package and unpacked once a version, and pages that note what goes wrong.
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { TestDatabase } from '../../testing/databases.ts';
import { scratchFolder } from '../../testing/folders.ts';
import { startApp, type TestApp, type TestAppOptions } from './app.ts';

interface Binary {
  executablePath: string;
  env: Record<string, string>;
}

/** What the package's own arguments would switch off (web security, process isolation) stays on. */
const ARGS = ['--no-sandbox', '--disable-dev-shm-usage'];
/** Under this name the package also unpacks libraries that bare systems lack. */
const LAMBDA = 'AWS_Lambda_nodejs22.x';
/** The package rewrites these while it is imported; they must reach the browser only. */
const TOUCHED = ['TMPDIR', 'AWS_EXECUTION_ENV', 'LD_LIBRARY_PATH', 'FONTCONFIG_PATH', 'HOME'] as const;

async function withEnvironment<T>(values: Record<string, string>, work: () => Promise<T>): Promise<T> {
  const before = TOUCHED.map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, values);
  try {
    return await work();
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
}

/** The packaged settings name folders of another system; a browser that finds no font at all ends at once. */
const fontSettings = (folder: string, more = ['/usr/share/fonts']): string =>
  ['<?xml version="1.0"?>', '<!DOCTYPE fontconfig SYSTEM "fonts.dtd">', '<fontconfig>']
    .concat([join(folder, 'fonts', 'fonts'), ...more].map((fonts) => `  <dir>${fonts}</dir>`))
    .concat(`  <cachedir>${join(folder, 'fonts', more.length ? 'cache' : 'own-cache')}</cachedir>`, '</fontconfig>', '')
    .join('\n');

/** Unpacks beside the final folder and renames, so that runs at the same time cannot see half a browser. */
async function unpack(folder: string): Promise<void> {
  const own = `${folder}.${process.pid}`;
  rmSync(own, { recursive: true, force: true });
  await mkdir(own, { recursive: true, mode: 0o700 });
  await withEnvironment({ TMPDIR: own, AWS_EXECUTION_ENV: LAMBDA }, async () => {
    const { default: chromium } = await import('@sparticuz/chromium');
    await chromium.executablePath();
  });
  writeFileSync(join(own, 'fonts', 'fonts.conf'), fontSettings(folder));
  try {
    renameSync(own, folder);
  } catch (error) {
    rmSync(own, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

async function findBinary(): Promise<Binary> {
  const given = process.env.CHROME_BIN;
  if (given) return { executablePath: given, env: {} };
  const { version } = createRequire(import.meta.url)('../../node_modules/@sparticuz/chromium/package.json');
  const folder = join(tmpdir(), `commonplace-chromium-${version}-${process.getuid?.() ?? 0}`);
  if (!existsSync(join(folder, 'chromium'))) await unpack(folder);
  return {
    executablePath: join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), FONTCONFIG_PATH: join(folder, 'fonts') },
  };
}

/** A program that starts the browser of the tests, for settings that name one; null where there is none. */
export async function browserProgram(): Promise<string | null> {
  try {
    const { executablePath, env } = await findBinary();
    const path = join(scratchFolder(), 'chromium');
    const given = Object.entries(env).map(([name, value]) => `${name}='${value}'`);
    writeFileSync(path, `#!/bin/sh\n${given.join(' ')} exec '${executablePath}' --no-sandbox "$@"\n`, { mode: 0o755 });
    return path;
  } catch {
    return null;
  }
}

/** A browsing context with the complaints of all its pages: policy violations, console errors, uncaught exceptions. */
export interface Visit {
  context: BrowserContext;
  page: Page;
  complaints: string[];
  close(): Promise<void>;
}

export interface TestBrowser {
  /** a context of its own, without cookies, in English, on Berlin time and without motion unless told otherwise */
  visit(options?: BrowserContextOptions): Promise<Visit>;
  close(): Promise<void>;
}

function watch(page: Page, complaints: string[]): void {
  page.on('console', (message) => {
    const text = message.text();
    const violation = /Content Security Policy|TrustedHTML|TrustedScript/.test(text);
    if (message.type() === 'error' || violation) complaints.push(`${page.url()}: ${text} ${message.location().url}`);
  });
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
}

/** How many times slower than it is the processor shall seem to every page, as on an old phone or beside much other work. */
export const SLOWDOWN = Number(process.env.CPU_SLOWDOWN ?? 1);

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
}

async function visit(browser: Browser, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    // Tests that stand between a page and the service see nothing of what a worker asks.
    serviceWorkers: 'block',
    ...options,
  });
  context.setDefaultTimeout(30_000 * SLOWDOWN);
  const complaints: string[] = [];
  context.on('page', (page) => {
    watch(page, complaints);
    // A page that has closed meanwhile need not be slow.
    if (SLOWDOWN > 1) slowDown(page).catch(() => {});
  });
  return { context, complaints, page: await context.newPage(), close: () => context.close() };
}

interface LaunchOptions {
  keepsPages?: boolean;
  env?: Record<string, string>;
}

async function launch(more: string[], { keepsPages = false, ...own }: LaunchOptions = {}): Promise<Browser> {
  const { executablePath, env } = await findBinary();
  const { chromium } = await import('playwright-core');
  return chromium.launch({
    executablePath,
    args: [...ARGS, ...more],
    ...(keepsPages ? { ignoreDefaultArgs: ['--disable-back-forward-cache'] } : {}),
    env: { ...(process.env as Record<string, string>), ...env, ...own.env },
  });
}

/** The browser of this process, and how many want it to go on; one that has crashed is started anew. */
let shared: Promise<Browser> | null = null;
let holders = 0;

async function share(): Promise<Browser> {
  const known = await shared;
  if (known?.isConnected()) return known;
  shared = launch([]);
  return shared;
}

/** Keeps the browser, once somebody has opened it, until it is released. */
export function holdBrowser(): void {
  holders += 1;
}

export async function releaseBrowser(): Promise<void> {
  holders -= 1;
  if (holders > 0) return;
  const ending = shared;
  shared = null;
  await (await ending)?.close();
}

/** Visits of a browser that end with the handle on it. */
function handle(browser: Browser, end: () => Promise<void>): TestBrowser {
  const open: Visit[] = [];
  return {
    async visit(options) {
      const made = await visit(browser, options);
      open.push(made);
      return made;
    },
    async close() {
      for (const { context } of open) await context.close();
      await end();
    },
  };
}

/**
 * Opens the browser of this process, or one of its own that is given `more` arguments. With `BROWSER=none` there is none,
 * and the tests that need it are skipped.
 * @throws Error when none can be started
 */
export async function openBrowser(
  more: string[] = [],
  options: { keepsPages?: boolean } = {},
): Promise<TestBrowser | null> {
  if (process.env.BROWSER === 'none') return null;
  if (more.length > 0 || options.keepsPages) {
    const own = await launch(more, options);
    return handle(own, () => own.close());
  }
  const browser = await share();
  holdBrowser();
  return handle(browser, releaseBrowser);
}

/** The product with its cast, listening on a free port of this machine; `url` is its origin. */
export async function listen(database: TestDatabase, options: TestAppOptions = {}): Promise<TestApp & { url: string }> {
  const running = await startApp(database, { checkAnswers: false, ...options });
  await running.app.start();
  return { ...running, url: running.app.baseUrl };
}

/**
 * A browser that draws the same on every machine, with the fonts of its package and no others; null where it does not run.
 */
export async function openPictureBrowser(): Promise<TestBrowser | null> {
  if (process.env.BROWSER === 'none' || process.env.CHROME_BIN) return null;
  const { executablePath } = await findBinary();
  const folder = dirname(executablePath);
  const settings = join(scratchFolder(), 'fonts.conf');
  writeFileSync(settings, fontSettings(folder, []));
  const own = await launch(['--font-render-hinting=none'], { env: { FONTCONFIG_FILE: settings } });
  return handle(own, () => own.close());
}

/** Waits until the page has drawn and has nothing to do: selections and closed menus act a moment after the key. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        const idle = () => requestIdleCallback(() => done(), { timeout: 1000 });
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(idle)));
      }),
  );
}

/** Cookies that make a context somebody of the cast. */
export async function signIn(visit: Visit, running: TestApp & { url: string }, headers: Record<string, string>) {
  const [name, value] = String(headers.cookie).split(/=(.*)/s);
  const token = String(headers['x-csrf-token']);
  await visit.context.addCookies([
    { name: name as string, value: value as string, url: running.url },
    { name: 'csrf', value: token, url: running.url },
  ]);
}
