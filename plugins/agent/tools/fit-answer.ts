// Keeps answers of tools within what a model can take: whole items of a list, or less of a text, and how much is missing.
import { jsonResult, type ToolResult, type ToolSource } from './tool.ts';

/** Characters of an answer (specification, Limits). */
const ANSWER_MAX = 20_000;
const CUT = '\n[… shortened]';
/** Ever shorter texts and lists inside an item that is too long by itself. */
const STEPS = [
  [4000, 1000],
  [1000, 1000],
  [250, 250],
  [100, 50],
  [40, 10],
] as const;

type Data = Record<string, unknown>;

/** The same for programs as for readers: a text that is no JSON is a value of it. */
export const structuredAnswer = ({ text, data = {}, sources, isData }: ToolResult): Data => ({
  ...data,
  ...(!isData && { text }),
  ...(sources && { sources }),
});

/** An answer that fits, and says `truncated` and how much is `left_out` where something had to go. */
export function fitAnswer(result: ToolResult, max = ANSWER_MAX): ToolResult {
  if (fits(result, max)) return result;
  const { data = {}, sources, isData } = result;
  return isData ? fitData(data, sources, max) : fitText(result, max);
}

/** The words of a refusal, which may quote all that was sent. */
export const fitWords = (text: string, max = ANSWER_MAX): string =>
  text.length <= max ? text : `${headOf(text, max - CUT.length)}${CUT}`;

/** No character of a text takes more in JSON, where some are written as six. */
const ESCAPED_MAX = 6;

/** Of a source, beside its title. */
const SOURCE_MAX = '{"page_id":9007199254740991,"title":""},'.length;

/** No source takes more in JSON. */
const longestSources = (sources: readonly ToolSource[]): number =>
  sources.reduce((sum, { title }) => sum + title.length * ESCAPED_MAX + SOURCE_MAX, '"sources":[]'.length);

/** Few answers come near the limit, and only those are written out to be measured. */
function fits(result: ToolResult, max: number): boolean {
  const { text, data = {}, sources = [], isData } = result;
  if (text.length > max) return false;
  const shown = isData ? text.length : text.length * ESCAPED_MAX + '"text":"",'.length + JSON.stringify(data).length;
  if (shown + longestSources(sources) <= max) return true;
  return JSON.stringify(structuredAnswer(result)).length <= max;
}

/** The greatest number up to `most` that holds, 0 where none does. */
function greatest(most: number, holds: (count: number) => boolean): number {
  let [low, high] = [0, most];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (holds(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

function fitText({ text, data, sources }: ToolResult, max: number): ToolResult {
  const cut = (length: number): ToolResult => {
    const begin = headOf(text, length);
    const about = { ...data, truncated: true, left_out: text.length - begin.length };
    return { text: `${begin}${CUT}`, data: about, ...(sources && { sources }) };
  };
  return cut(greatest(Math.min(text.length, max), (length) => fits(cut(length), max)));
}

/** The list that is longest when written, by its name. */
function listOf(data: Data): string | undefined {
  const lists = Object.entries(data).filter(([, value]) => Array.isArray(value) && value.length > 0);
  const [longest] = lists.sort(([, one], [, other]) => JSON.stringify(other).length - JSON.stringify(one).length);
  return longest?.[0];
}

function fitData(data: Data, sources: ToolSource[] | undefined, max: number): ToolResult {
  const name = listOf(data);
  const items = name === undefined ? [] : (data[name] as unknown[]);
  const first = (count: number, from = data): ToolResult => {
    const list = name === undefined ? {} : { [name]: (from[name] as unknown[]).slice(0, count) };
    const about = { ...from, ...list, truncated: true, left_out: items.length && items.length - count };
    // Those of the items that are left out go with them.
    return jsonResult(about, name === undefined ? sources : sources?.slice(0, count));
  };
  const count = greatest(items.length, (wanted) => fits(first(wanted), max));
  if (count > 0) return first(count);
  const one = name === undefined ? data : { ...data, [name]: items.slice(0, 1) };
  const shorter = STEPS.map(([length, entries]) => first(1, cutDown(one, length, entries) as Data));
  return shorter.find((result) => fits(result, max)) ?? jsonResult({ truncated: true, left_out: items.length });
}

/** The beginning, with no half of a character at its end. */
const headOf = (text: string, length: number): string => text.slice(0, length).replace(/[\ud800-\udbff]$/, '');

function cutDown(value: unknown, length: number, entries: number): unknown {
  if (typeof value === 'string') return value.length <= length ? value : `${headOf(value, length)}${CUT}`;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.slice(0, entries).map((one) => cutDown(one, length, entries));
  const kept = Object.entries(value).slice(0, entries);
  return Object.fromEntries(kept.map(([key, one]) => [key, cutDown(one, length, entries)]));
}
