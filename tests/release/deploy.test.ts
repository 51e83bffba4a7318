// The examples of running the service for others: proxies with https before a browser that writes and uploads, and the rest.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { loadSettings } from '../../core/boot/config.ts';
import { pages } from '../../plugins/pages/contract.ts';
import { migratedDatabase } from '../../testing/databases.ts';
import { scratchFolder } from '../../testing/folders.ts';
import { until } from '../../testing/until.ts';
import { startApp } from '../kit/app.ts';
import { openBrowser } from '../kit/browser.ts';
import { freePort } from '../kit/processes.ts';

const examples = fileURLToPath(new URL('../../examples/deploy/', import.meta.url));
const text = (name: string): string => readFileSync(join(examples, name), 'utf8');
const isThere = (program: string): boolean => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.on('error', () => resolve(false)).on('connect', () => socket.destroy());
  });

interface Ports {
  folder: string;
  proxy: number;
  service: number;
}

/** Each of them as the example has it, with our ports, and a certificate that we made. */
const proxies: Record<string, (ports: Ports) => ChildProcess> = {
  caddy({ folder, proxy, service }) {
    const file = text('Caddyfile')
      .replace('wiki.example.org', `https://localhost:${proxy}`)
      .replace('{\n', `{\n\ttls ${folder}/own.crt ${folder}/own.key\n`)
      .replace('127.0.0.1:3000', `127.0.0.1:${service}`);
    const options = `{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n`;
    writeFileSync(join(folder, 'Caddyfile'), options + file);
    const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
    return spawn('caddy', ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'], { env });
  },
  nginx({ folder, proxy, service }) {
    const server = text('nginx.conf')
      .replace('listen 443', `listen ${proxy}`)
      .replace('wiki.example.org;', 'localhost;')
      .replace(/\/etc\/ssl\/wiki\.example\.org/g, `${folder}/own`)
      .replace('127.0.0.1:3000', `127.0.0.1:${service}`);
    for (const name of ['body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']) mkdirSync(join(folder, name));
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    const temporary = paths.map((name) => `${name}_temp_path ${folder}/${name.replace('client_', '')};`).join('\n');
    const whole = `daemon off;\nmaster_process off;\npid ${folder}/pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${temporary}\n${server}\n}\n`;
    writeFileSync(join(folder, 'nginx.conf'), whole);
    return spawn('nginx', ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')]);
  },
};

const browser = await openBrowser();

describe('the proxies', () => {
  after(() => browser?.close());
  for (const [name, start] of Object.entries(proxies)) {
    const isRun = isThere(name) && isThere('openssl');
    if (!isRun) console.log(`NOT RUN: the example for ${name}, which is not installed here`);
    describe(`behind ${name}`, { skip: isRun && browser ? false : `no ${name}` }, () => {
      it('people sign in, write together at once, and upload', async (t) => {
        const folder = scratchFolder();
        const proxy = await freePort();
        const address = `https://localhost:${proxy}`;
        const database = await migratedDatabase('sqlite');
        const product = await startApp(database, { settings: { BASE_URL: address, TRUST_PROXY: '127.0.0.1' } });
        await product.app.start();
        const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
        const certificate = [...made, '-keyout', join(folder, 'own.key'), '-out', join(folder, 'own.crt')];
        assert.equal(spawnSync('openssl', certificate).status, 0);
        const child = start({ folder, proxy, service: Number(product.app.server.info.port) });
        let said = '';
        child.stderr?.on('data', (chunk) => {
          said += chunk;
        });
        t.after(async () => {
          child.kill('SIGKILL');
          await product.stop();
          await database.cleanup();
          rmSync(folder, { recursive: true, force: true });
        });
        await until(
          () => isOpen(proxy),
          () => `${name} answers: ${said}`,
        );
        // By the service itself: the sessions of the kit are for an address without https.
        const ctx = product.ctx('ann');
        const { id } = await ctx.use(pages).create(ctx, { title: 'Shared', workspaceId: product.ws1 });
        const enter = async (login: string) => {
          const visit = await browser!.visit({ ignoreHTTPSErrors: true });
          await visit.page.goto(`${address}/auth/login?provider=local&next=/pages/${id}`);
          await visit.page.getByLabel('Email').fill(`${login}@example.org`);
          await visit.page.getByLabel('Password', { exact: true }).fill('a quiet afternoon');
          await visit.page.getByRole('button', { name: 'Sign in', exact: true }).click();
          await visit.page.locator('.ProseMirror').waitFor();
          return visit;
        };
        const [ann, edi] = [await enter('ann'), await enter('edi')];
        const cookies = await ann.page.context().cookies();
        assert.ok(cookies.some(({ name: called, secure }) => called === '__Host-session' && secure));
        await ann.page.locator('.ProseMirror').click();
        await ann.page.keyboard.type('Words through a proxy');
        await edi.page.locator('.ProseMirror').getByText('Words through a proxy').waitFor();
        const status = await ann.page.evaluate(async () => {
          const form = new FormData();
          form.append('files', new File([new Uint8Array(20 * 1024 * 1024)], 'large.bin'));
          const csrf = /__Host-csrf=([^;]+)/.exec(document.cookie)?.[1] ?? '';
          const sent = await fetch('/api/local-workspace/upload', {
            ...{ method: 'POST', headers: { 'x-csrf-token': csrf }, body: form },
          });
          return sent.status;
        });
        assert.equal(status, 200);
        await ann.close();
        await edi.close();
      });
    });
  }
});

describe('the other examples', () => {
  it('of systemd say nothing that it does not know', {
    skip: isThere('systemd-analyze') ? false : 'no systemd',
  }, () => {
    const folder = scratchFolder();
    for (const name of ['commonplace.service', 'commonplace-backup.service', 'commonplace-backup.timer']) {
      const unit = text(name).replace(/^Exec\w+=\/\S+/gm, (line) => line.replace(/=.*/, '=/bin/true'));
      writeFileSync(join(folder, name), unit);
    }
    const units = ['commonplace.service', 'commonplace-backup.timer'].map((name) => join(folder, name));
    const { stderr } = spawnSync('systemd-analyze', ['verify', ...units], { encoding: 'utf8' });
    assert.doesNotMatch(stderr, /Unknown|Failed to parse|Invalid/);
    rmSync(folder, { recursive: true, force: true });
  });

  it('of Prometheus ask for figures that there are', async () => {
    const database = await migratedDatabase('sqlite');
    const product = await startApp(database, { settings: { METRICS_TOKEN: 'a token of monitors' } });
    await product.call('ann', 'GET', '/api/workspaces');
    const headers = { authorization: 'Bearer a token of monitors' };
    const { text: metrics, status } = await product.inject('GET', '/metrics', { headers });
    assert.equal(status, 200);
    for (const line of metrics.trim().split('\n'))
      assert.match(line, /^# (TYPE|HELP) \w+ .+$|^[a-z0-9_]+(\{[a-z]+="[^"]*"\})? -?\d+(\.\d+)?$/, line);
    const names = new Set(metrics.match(/^[a-z0-9_]+(?=[ {])/gm));
    const { groups } = parse(text('prometheus-alerts.yml'));
    const dashboard = JSON.parse(text('grafana-dashboard.json'));
    const rules = groups.flatMap((group: { rules: { expr: string }[] }) => group.rules.map(({ expr }) => expr));
    const panels = dashboard.panels.flatMap((one: { targets: { expr: string }[] }) =>
      one.targets.map(({ expr }) => expr),
    );
    for (const expr of [...rules, ...panels])
      for (const [name] of expr.matchAll(/\b(?:commonplace|process|nodejs)_\w+/g)) assert.ok(names.has(name), name);
    await product.stop();
    await database.cleanup();
  });

  it('of containers start what the package has', () => {
    const lines = text('Containerfile').split('\n');
    const command = JSON.parse(lines.find((line) => line.startsWith('CMD '))?.slice('CMD '.length) ?? '[]');
    const { bin } = JSON.parse(readFileSync(fileURLToPath(new URL('../../package.json', import.meta.url)), 'utf8'));
    assert.deepEqual(command, [`node_modules/.bin/${Object.keys(bin)[0]}`, 'serve']);
    const { services } = parse(text('compose.yaml'), { merge: true });
    assert.deepEqual(services.one, services.two);
    const given = Object.entries(services.one.environment as Record<string, string>);
    const filled = given.map(([name, value]) => [
      name,
      value.replace(/\$\{\w+\}/g, 'a-password-of-more-than-32-characters'),
    ]);
    assert.equal(loadSettings(Object.fromEntries(filled)).BASE_URL, 'https://wiki.example.org');
    const check = /^HEALTHCHECK .* CMD (.*)$/m.exec(text('Containerfile'))?.[1] ?? '';
    const { status } = spawnSync('sh', ['-c', check], { env: { ...process.env, PORT: '1' } });
    assert.equal(status, 1);
  });
});
