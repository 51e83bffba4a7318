// Packages whose older versions are known to be unsafe: none of them is locked, by whatever way it comes in.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { gte, major, satisfies } from 'semver';

interface Locked {
  version: string;
  dev?: boolean;
  license?: string;
}

/** The least safe version, and why; several where older lines are kept safe, too. */
const FLOORS: Record<string, { least: string[]; why: string }> = {
  '@e965/xlsx': { least: ['0.20.2'], why: 'CVE-2023-30533, CVE-2024-22363' },
  '@hapi/hapi': { least: ['21.4.8'], why: 'CVE-2026-35213' },
  '@hapi/content': { least: ['6.0.1'], why: 'CVE-2026-35213' },
  joi: { least: ['17.13.4', '18.2.1'], why: 'CVE-2026-48038' },
  '@node-saml/node-saml': { least: ['5.1.0'], why: 'CVE-2025-54419, CVE-2025-54369' },
  '@xmldom/xmldom': { least: ['0.8.13', '0.9.10'], why: 'CVE-2026-41672, CVE-2026-34601' },
  'xml-crypto': { least: ['6.0.1'], why: 'CVE-2025-29774, CVE-2025-29775' },
  ejs: { least: ['3.1.10'], why: 'CVE-2022-29078, CVE-2024-33883' },
  knex: { least: ['2.4.0'], why: 'CVE-2016-20018' },
  sqlite3: { least: ['5.1.5'], why: 'CVE-2022-43441' },
  ws: { least: ['8.21.0'], why: 'CVE-2026-48779, CVE-2024-37890' },
  dompurify: { least: ['3.4.11'], why: 'CVE-2026-65898' },
  mammoth: { least: ['1.11.0'], why: 'CVE-2025-11849' },
  yauzl: { least: ['3.2.1'], why: 'CVE-2026-31988' },
  'markdown-it': { least: ['14.1.1'], why: 'CVE-2026-2327' },
  marked: { least: ['18.0.2'], why: 'CVE-2026-41680' },
  nodemailer: { least: ['7.0.11'], why: 'CVE-2025-14874' },
  otplib: { least: ['13.5.0'], why: 'its answers have the shape that our code reads' },
};

/** Packages of which no version is safe. */
const REFUSED: Record<string, string> = {
  xlsx: 'CVE-2023-30533, CVE-2024-22363',
  'adm-zip': 'CVE-2026-39244',
};

const read = (name: string) => JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'));

/** Every copy of every package, by its name. */
function lockedPackages(): [string, Locked][] {
  const { packages } = read('package-lock.json') as { packages: Record<string, Locked> };
  return Object.entries(packages).flatMap(([path, locked]): [string, Locked][] =>
    path ? [[path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length), locked]] : [],
  );
}

const isSafe = (version: string, least: string[]): boolean =>
  least.some((floor) =>
    floor === least.at(-1) ? gte(version, floor) : major(version) === major(floor) && satisfies(version, `^${floor}`),
  );

describe('locked packages', () => {
  it('are not older than the first safe version', () => {
    const unsafe = lockedPackages().flatMap(([name, { version, dev }]) => {
      const floor = FLOORS[name];
      return floor && !dev && !isSafe(version, floor.least)
        ? [`${name} ${version} is below ${floor.least.join(' or ')}: ${floor.why}`]
        : [];
    });
    assert.deepEqual(unsafe, []);
  });

  it('include none that is unsafe in every version', () => {
    const refused = lockedPackages().flatMap(([name]) => (REFUSED[name] ? [`${name}: ${REFUSED[name]}`] : []));
    assert.deepEqual(refused, []);
  });

  it('are named with exact versions', () => {
    const { dependencies, devDependencies } = read('package.json') as Record<string, Record<string, string>>;
    const exact = /^(?:npm:[\w/@-]+@)?\d/;
    const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(([, version]) => !exact.test(version));
    assert.deepEqual(loose, []);
  });
});

describe('a floor', () => {
  it('refuses what is older, and older lines only below their own', () => {
    const least = ['0.8.13', '0.9.10'];
    assert.deepEqual(
      ['0.8.12', '0.8.15', '0.9.9', '0.9.10', '1.0.0'].map((version) => isSafe(version, least)),
      [false, true, false, true, true],
    );
  });
});
