// `npm run audit:web`: Lighthouse on a page and the dashboard, as a phone on a slow network; each mark must be 95 or more.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { openBrowser } from '../kit/browser.ts';
import { openSample } from '../screenshots/sample.ts';

/** Not among the packages of the product: it weighs more than all of them that ship. */
const LIGHTHOUSE = 'lighthouse@12.8.2';
const LEAST = 0.95;
const folder = fileURLToPath(new URL('../../.build/audit/', import.meta.url));

interface Outcome {
  lhr: {
    categories: Record<string, { title: string; score: number | null }>;
    audits: Record<string, { score: number | null; title: string; scoreDisplayMode: string }>;
  };
}
type Lighthouse = (url: string, flags: object) => Promise<Outcome>;

async function load(): Promise<Lighthouse> {
  const entry = join(folder, 'node_modules', 'lighthouse', 'core', 'index.js');
  if (!existsSync(entry))
    execFileSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts', LIGHTHOUSE], {
      stdio: 'inherit',
    });
  return (await import(pathToFileURL(entry).href)).default as Lighthouse;
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });

const lighthouse = await load();
const port = await freePort();
const browser = await openBrowser([`--remote-debugging-port=${port}`]);
if (!browser) throw new Error('The audit needs a browser.');
const sample = await openSample();
const cookie = sample.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
let passed = true;
for (const path of [sample.page('Handbook'), '/']) {
  const { lhr } = await lighthouse(`${sample.url}${path}`, {
    port,
    extraHeaders: { cookie },
    onlyCategories: ['performance', 'accessibility', 'best-practices'],
  });
  for (const { title, score } of Object.values(lhr.categories)) {
    console.log(`${path} ${title}: ${Math.round((score ?? 0) * 100)}`);
    passed &&= (score ?? 0) >= LEAST;
  }
  for (const { title, score, scoreDisplayMode } of Object.values(lhr.audits))
    if (score !== null && score < 0.9 && scoreDisplayMode !== 'informative') console.log(`  ${score} ${title}`);
}
await browser.close();
await sample.close();
process.exit(passed ? 0 : 1);
