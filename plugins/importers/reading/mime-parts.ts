// The parts of a file in MIME, as mails and saved web pages are: their heads, and what they hold.

export interface MimePart {
  /** without parameters, in lower case */
  type: string;
  /** by their names in lower case */
  headers: Map<string, string>;
  charset: string;
  bytes: Buffer;
}

/** Parts nest no deeper, and there are no more. */
const DEPTH_MAX = 5;
const PARTS_MAX = 10_000;
const HEAD_MAX = 100_000;

/** The head of a mail, and not of any text with colons. */
export function isMime(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 8000)).toString('latin1');
  return /^\s{0,20}[\w-]{1,60}:/.test(head) && /^MIME-Version:/im.test(head) && /^Content-Type:/im.test(head);
}

/** All parts that hold no others, in their order; `isWhole` says whether the last one ends. */
export function mimeParts(bytes: Uint8Array): { head: Map<string, string>; parts: MimePart[]; isWhole: boolean } {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found: MimePart[] = [];
  const isWhole = addParts(content, found, 0);
  return { head: headOf(content).headers, parts: found, isWhole };
}

function addParts(content: Buffer, found: MimePart[], depth: number): boolean {
  const { headers, end } = headOf(content);
  const { type, boundary, charset } = contentType(headers.get('content-type'));
  if (!type.startsWith('multipart/') || !boundary || depth >= DEPTH_MAX) {
    if (found.length < PARTS_MAX)
      found.push({ type, headers, charset, bytes: decoded(content.subarray(end), headers) });
    return true;
  }
  const { bodies, isWhole } = split(content, end, boundary);
  for (const body of bodies) addParts(body, found, depth + 1);
  return isWhole;
}

/** Each boundary stands at the begin of a line; two more hyphens behind it end the last part. */
function split(content: Buffer, from: number, boundary: string): { bodies: Buffer[]; isWhole: boolean } {
  const mark = `--${boundary}`;
  const bodies: Buffer[] = [];
  let start = -1;
  for (let at = content.indexOf(mark, from); at >= 0; at = content.indexOf(mark, at + mark.length)) {
    if (at > 0 && content[at - 1] !== 0x0a) continue;
    if (start >= 0) bodies.push(content.subarray(start, at));
    if (content.toString('latin1', at + mark.length, at + mark.length + 2) === '--') return { bodies, isWhole: true };
    const line = content.indexOf('\n', at);
    start = line < 0 ? content.length : line + 1;
  }
  if (start >= 0) bodies.push(content.subarray(start));
  return { bodies, isWhole: false };
}

function headOf(content: Buffer): { headers: Map<string, string>; end: number } {
  const text = content.toString('latin1', 0, HEAD_MAX);
  const headers = new Map<string, string>();
  let at = /^\s*/.exec(text)?.[0].length ?? 0;
  // A part may have no head.
  if (at > 0 && /^\r?\n/.test(text)) return { headers, end: /^\r?\n/.exec(text)?.[0].length ?? 0 };
  let name = '';
  while (at < text.length) {
    const next = text.indexOf('\n', at);
    const line = text.slice(at, next < 0 ? undefined : next).replace(/\r$/, '');
    at = next < 0 ? text.length : next + 1;
    if (!line) break;
    const colon = line.indexOf(':');
    if (/^[ \t]/.test(line)) headers.set(name, `${headers.get(name) ?? ''} ${line.trim()}`);
    else if (colon > 0) {
      name = line.slice(0, colon).trim().toLowerCase();
      headers.set(name, line.slice(colon + 1).trim());
    }
  }
  return { headers, end: at };
}

function contentType(header = 'text/plain'): { type: string; boundary: string; charset: string } {
  const said = (name: string): string => {
    const [, quoted, bare] = new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^\\s;]+))`, 'i').exec(header) ?? [];
    return quoted ?? bare ?? '';
  };
  const [type = ''] = header.split(';', 1);
  return { type: type.trim().toLowerCase(), boundary: said('boundary'), charset: said('charset').toLowerCase() };
}

function decoded(body: Buffer, headers: Map<string, string>): Buffer {
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase();
  if (encoding === 'base64') return Buffer.from(body.toString('latin1'), 'base64');
  if (encoding !== 'quoted-printable') return body;
  const text = body.toString('latin1').replace(/=[ \t]{0,80}\r?\n/g, '');
  const letters = text.replace(/=([\da-f]{2})/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  return Buffer.from(letters, 'latin1');
}
