// A vault of 500 MB in one zip, with many notes and some large attachments, and documents of 50 MB, imported by the
// command: memory stays bounded.
import { spawn } from 'node:child_process';
import { randomFillSync } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { ZipFile } from 'yazl';
import { emptyDatabase } from '../../testing/databases.ts';
import { scratchFolder } from '../../testing/folders.ts';
import { type DocumentShape, writeDocx, writePdf } from './document-files.ts';

/** Peak of the whole process. Attachments are read one by one, whole; 518 MB were measured. */
const PEAK_MB = 700;
/** Of the import of one document of 50 MB; 360 MB were measured. */
const DOCUMENT_PEAK_MB = 400;
const ATTACHMENT_MB = 24;
const NOTE_BYTES = 4096;
const NOTES = 10_000;
const MB = 1_000_000;

const root = fileURLToPath(new URL('../../', import.meta.url));

function note(at: number): string {
  const words = `Note ${at} of many, with words that say little. `.repeat(NOTE_BYTES / 50);
  return `---\nnumber: ${at}\ntags: [large]\n---\n# Note ${at}\n\n${words}\n\nNext is [[note-${(at + 1) % NOTES}]].\n`;
}

/** Nothing is packed, so that the zip is as large as what it holds; it never lies in memory as a whole. */
async function writeZip(path: string, megabytes: number): Promise<number> {
  const attachments = Math.floor((megabytes * MB - NOTES * NOTE_BYTES) / (ATTACHMENT_MB * MB));
  const zip = new ZipFile();
  for (let at = 0; at < NOTES; at += 1) {
    const name = `folder-${at % 50}/note-${at}.md`;
    zip.addReadStreamLazy(name, { compress: false }, (done) => done(null, Readable.from([Buffer.from(note(at))])));
  }
  for (let at = 0; at < attachments; at += 1) {
    const bytes = () => Readable.from([randomFillSync(Buffer.allocUnsafe(ATTACHMENT_MB * MB))]);
    zip.addReadStreamLazy(`files/attachment-${at}.bin`, { compress: false }, (done) => done(null, bytes()));
  }
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
  return attachments;
}

async function command(args: string[], env: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, [join(root, 'cli/commonplace.js'), ...args], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end('a quiet afternoon\n');
  let said = '';
  child.stdout.on('data', (part) => {
    said += part;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}: ${said.slice(-500)}`);
  return said;
}

interface Measured {
  counts: Record<string, number>;
  seconds: number;
  peakMb: number;
}

/** Imports what `write` writes into a folder, and returns the path of, by the command. */
async function measured(
  source: string,
  megabytes: number,
  write: (folder: string) => Promise<string>,
): Promise<Measured> {
  const folder = scratchFolder();
  const { dataDir, cleanup } = await emptyDatabase('sqlite');
  try {
    const path = await write(folder);
    const env = { DATA_DIR: dataDir, IMPORT_MAX_MB: String(megabytes + 100), LOG_LEVEL: 'error' };
    await command(['user', 'create', 'ann@example.org'], env);
    const peak = join(folder, 'peak');
    const measuring = `--import=${new URL('./peak.ts', import.meta.url)}`;
    const began = performance.now();
    const said = await command(['import', source, path, '--json'], {
      ...env,
      NODE_OPTIONS: measuring,
      PEAK_FILE: peak,
    });
    const seconds = Math.round((performance.now() - began) / 1000);
    const { counts } = JSON.parse(said.trim().split('\n').at(-1) ?? '{}').report_json;
    return { counts, seconds, peakMb: Math.round((Number(readFileSync(peak, 'utf8')) * 1024) / MB) };
  } finally {
    await cleanup();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Prints what it took; false when it was too much, or something is missing. */
export async function importLarge(megabytes: number): Promise<boolean> {
  let attachments = 0;
  const { counts, seconds, peakMb } = await measured('notes-vault', megabytes, async (folder) => {
    const zip = join(folder, 'vault.zip');
    attachments = await writeZip(zip, megabytes);
    return zip;
  });
  console.log(JSON.stringify({ import_mb: megabytes, seconds, peak_mb: peakMb, most_mb: PEAK_MB, ...counts }));
  return counts.pages === NOTES && counts.files === attachments && peakMb <= PEAK_MB;
}

const DOCUMENTS: [source: string, name: string, write: typeof writePdf, shape: DocumentShape][] = [
  ['word-documents', 'photographs.docx', writeDocx, { photographs: 37, paragraphs: 3700 }],
  ['word-documents', 'text.docx', writeDocx, { photographs: 36, paragraphs: 9000 }],
  ['pdf', 'photographs.pdf', writePdf, { photographs: 37, paragraphs: 1000 }],
  ['pdf', 'text.pdf', writePdf, { photographs: 36, paragraphs: 9000 }],
];

/** The same of documents of 50 MB. */
export async function importDocuments(): Promise<boolean> {
  let isBounded = true;
  for (const [source, name, write, shape] of DOCUMENTS) {
    const { counts, seconds, peakMb } = await measured(source, 50, async (folder) => {
      const path = join(folder, name);
      await write(path, shape);
      return path;
    });
    const files = shape.photographs + (source === 'pdf' ? 1 : 0);
    console.log(JSON.stringify({ document: name, seconds, peak_mb: peakMb, most_mb: DOCUMENT_PEAK_MB, ...counts }));
    isBounded &&= counts.pages === 1 && counts.files === files && peakMb <= DOCUMENT_PEAK_MB;
  }
  return isBounded;
}
