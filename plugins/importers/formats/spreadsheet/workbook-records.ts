// What the records of a binary workbook tell of it as a whole: the library that reads the cells passes over it.

import { FormulaLinks } from './formula-links.ts';

export interface RecordFacts {
  isProtected: boolean;
  /** cells whose formula is a link */
  links: FormulaLinks;
  /** pictures, charts and drawings */
  pictures: number;
  /** of a stream that ends before its end: the same with an end */
  mended?: Buffer;
}

const [BEGIN, END, PROTECTED, OBJECT] = [0x09, 0x0a, 0x2f, 0x5d];
/** Kind of a part that begins. */
const CHART = 0x20;
/** Kinds of objects that are no drawings: lists to choose from, and frames of comments. */
const QUIET = new Set([0x14, 0x19]);
/** A chart within a sheet is a part of its own, too. */
const CHART_OBJECT = 5;
const HEAD = 4;

/** The versions of Excel number the begin of a part differently, but for its last byte. */
const isBegin = (type: number): boolean => (type & 0xff) === BEGIN && type <= 0x0809;

/** Each record has a type, a length and content. */
export function recordFacts(stream: Buffer): RecordFacts {
  const facts: RecordFacts = { isProtected: false, links: new FormulaLinks(), pictures: 0 };
  let [at, depth, part, isEnded] = [0, 0, 0, false];
  while (at + HEAD <= stream.length) {
    const [type, length] = [stream.readUInt16LE(at), stream.readUInt16LE(at + 2)];
    // Behind the last part the stream is filled up with zeros.
    if (depth === 0 && isEnded && !isBegin(type)) return facts;
    const end = at + HEAD + length;
    if (end > stream.length) break;
    const content = stream.subarray(at + HEAD, end);
    if (isBegin(type) && depth === 0) part = at;
    at = end;
    facts.links.record(type, content, part);
    if (type === PROTECTED) facts.isProtected = true;
    if ((isBegin(type) && wordAt(content, 2) === CHART) || (type === OBJECT && isDrawing(wordAt(content, 4))))
      facts.pictures += 1;
    if (isBegin(type)) depth += 1;
    if (type !== END) continue;
    depth = Math.max(0, depth - 1);
    isEnded = true;
  }
  return depth > 0 || !isEnded ? { ...facts, mended: mended(stream.subarray(0, at), depth) } : facts;
}

/** Whole records only, and an end of each part: without one nothing of a part is read. */
function mended(records: Buffer, depth: number): Buffer {
  return Buffer.concat([records, ...Array.from({ length: Math.max(1, depth) }, () => Buffer.from([END, 0, 0, 0]))]);
}

const isDrawing = (kind: number): boolean => kind !== CHART_OBJECT && !QUIET.has(kind);

const wordAt = (content: Buffer, at: number): number => (content.length >= at + 2 ? content.readUInt16LE(at) : 0);
