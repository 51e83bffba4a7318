// SimpleSAMLphp, as Debian packages it, as an identity provider of its own process: where it is installed.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { scratchFolder } from '../../../testing/folders.ts';
import { until } from '../../../testing/until.ts';
import { keys } from './identity-provider.ts';

const HOME = '/usr/share/simplesamlphp';
const PHP = '/usr/bin/php';

export const isInstalled = existsSync(`${HOME}/www`) && existsSync(PHP);

export interface ServiceProvider {
  entityId: string;
  callback: string;
  logout: string;
  /** PEM without its first and last line */
  certificate: string;
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });

const php = (source: string): string => `<?php\n${source}\n`;
const quoted = (text: string): string => `'${text.replaceAll("'", "\\'")}'`;

/** People who may sign in there, with the password `secret`. */
const PEOPLE = `$config = ['people' => ['exampleauth:UserPass',
  'ann:secret' => ['uid' => ['ann.saml'], 'mail' => ['ann.saml@corp.test'], 'displayName' => ['Ann of SAML'], 'groups' => ['staff']],
  'edi:secret' => ['uid' => ['edi.saml'], 'mail' => ['edi.saml@corp.test'], 'displayName' => ['Edi of SAML'], 'groups' => []],
]];`;

export class SimpleSaml {
  readonly url: string;
  readonly #folder: string;
  readonly #server: ChildProcess;

  private constructor(url: string, folder: string, server: ChildProcess) {
    this.url = url;
    this.#folder = folder;
    this.#server = server;
  }

  static async start(): Promise<SimpleSaml> {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const folder = scratchFolder();
    for (const name of ['metadata', 'cert', 'data', 'log', 'tmp', 'sessions']) mkdirSync(join(folder, name));
    writeFileSync(join(folder, 'cert', 'idp.crt'), keys.provider.certificate);
    writeFileSync(join(folder, 'cert', 'idp.pem'), keys.provider.privateKey, { mode: 0o600 });
    writeFileSync(join(folder, 'config.php'), php(settings(url, folder)));
    writeFileSync(join(folder, 'authsources.php'), php(PEOPLE));
    writeFileSync(join(folder, 'metadata', 'saml20-idp-hosted.php'), php(hosted));
    writeFileSync(join(folder, 'metadata', 'saml20-sp-remote.php'), php('$metadata = [];'));
    const session = ['-d', `session.save_path=${join(folder, 'sessions')}`];
    const server = spawn(PHP, [...session, '-S', `127.0.0.1:${port}`, '-t', `${HOME}/www`], {
      env: { PATH: process.env.PATH ?? '', SIMPLESAMLPHP_CONFIG_DIR: folder, PHP_CLI_SERVER_WORKERS: '2' },
      stdio: 'ignore',
    });
    const stop = () => void server.kill('SIGKILL');
    process.once('exit', stop);
    server.once('exit', () => process.off('exit', stop));
    const made = new SimpleSaml(url, folder, server);
    await until(() => made.metadata().catch(() => ''), 'SimpleSAMLphp answers');
    return made;
  }

  /** What it says of itself; empty while it cannot. */
  async metadata(): Promise<string> {
    const answer = await fetch(`${this.url}/saml2/idp/metadata.php`);
    const text = await answer.text();
    return answer.ok && text.includes('EntityDescriptor') ? text : '';
  }

  /** Lets a service provider ask it. */
  know({ entityId, callback, logout, certificate }: ServiceProvider): void {
    const service = `$metadata[${quoted(entityId)}] = [
      'AssertionConsumerService' => ${quoted(callback)},
      'SingleLogoutService' => ${quoted(logout)},
      'certData' => ${quoted(certificate)},
      'validate.authnrequest' => true, 'validate.logout' => true,
      'sign.logout' => true, 'redirect.sign' => true,
      'NameIDFormat' => 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
      'simplesaml.nameidattribute' => 'uid',
    ];`;
    writeFileSync(join(this.#folder, 'metadata', 'saml20-sp-remote.php'), php(service));
  }

  stop(): void {
    this.#server.kill('SIGKILL');
  }
}

const settings = (url: string, folder: string): string => `$config = [
  'baseurlpath' => ${quoted(`${url}/`)}, 'certdir' => ${quoted(`${folder}/cert/`)},
  'loggingdir' => ${quoted(`${folder}/log/`)}, 'datadir' => ${quoted(`${folder}/data/`)}, 'tempdir' => ${quoted(`${folder}/tmp`)},
  'metadatadir' => ${quoted(`${folder}/metadata/`)}, 'secretsalt' => 'a salt for tests alone',
  'auth.adminpassword' => 'a password for tests alone', 'admin.protectindexpage' => false, 'admin.protectmetadata' => false,
  'technicalcontact_name' => 'Tests', 'technicalcontact_email' => 'tests@corp.test', 'timezone' => 'UTC',
  'logging.level' => SimpleSAML\\Logger::WARNING, 'logging.handler' => 'file', 'errorreporting' => false,
  'enable.saml20-idp' => true, 'module.enable' => ['exampleauth' => true, 'core' => true, 'saml' => true],
  'session.cookie.secure' => false, 'session.phpsession.cookiename' => 'SimpleSAML', 'store.type' => 'phpsession',
  'session.cookie.samesite' => null, 'language.default' => 'en', 'usenewui' => false,
  'metadata.sources' => [['type' => 'flatfile']],
];`;

const hosted = `$metadata['__DYNAMIC:1__'] = [
  'host' => '__DEFAULT__', 'privatekey' => 'idp.pem', 'certificate' => 'idp.crt', 'auth' => 'people',
  'signature.algorithm' => 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'saml20.sign.response' => true, 'saml20.sign.assertion' => true,
  'sign.logout' => true, 'redirect.sign' => true, 'redirect.validate' => true,
  'authproc' => [3 => ['class' => 'saml:AttributeNameID', 'attribute' => 'uid', 'Format' => 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent']],
];`;
