// Diagrams: drawn by a library that must not run in our own page, in a frame of no origin, and shown as pictures.
import { el } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { failed } from '../../../../core/client/toast.ts';
import { isPrintKey } from './print-key.ts';

type Drawing = { svg: string; width: number; height: number } | { fault: string };

/** A picture of a diagram, or what is wrong with its source. */
export type DiagramResult = { picture: HTMLImageElement } | { fault: string };

const WAIT_MS = 20_000;

let frame: Promise<Window> | undefined;
let count = 0;

/** The frame that draws; it sees the source of the diagrams and nothing else of the page. */
function openFrame(): Promise<Window> {
  frame ??= new Promise((resolve, reject) => {
    const attributes = { sandbox: 'allow-scripts', src: '/render/mermaid', tabindex: -1, 'aria-hidden': 'true' };
    const made = el('iframe', { ...attributes, class: 'diagram-frame', title: t('blocks.diagram') });
    const timer = setTimeout(() => {
      // The next diagram may try again.
      frame = undefined;
      made.remove();
      reject(new Error(t('blocks.diagram_failed')));
    }, WAIT_MS);
    addEventListener('message', function ready({ source, data }) {
      if (source !== made.contentWindow || data !== 'ready') return;
      removeEventListener('message', ready);
      clearTimeout(timer);
      resolve(made.contentWindow as Window);
    });
    document.body.append(made);
  });
  return frame;
}

async function ask(source: string): Promise<Drawing> {
  const target = await openFrame();
  const id = ++count;
  return new Promise((resolve) => {
    const finish = (drawing: Drawing) => {
      removeEventListener('message', hear);
      clearTimeout(timer);
      resolve(drawing);
    };
    const hear = ({ source: from, data }: MessageEvent) => {
      if (from === target && data?.id === id) finish(data.drawing as Drawing);
    };
    const timer = setTimeout(() => finish({ fault: t('blocks.diagram_failed') }), WAIT_MS);
    addEventListener('message', hear);
    // A frame without an origin can be named by no address.
    target.postMessage({ id, source }, '*');
  });
}

const LINE = /(?:Parse|Lexical) error on line (\d+)/;
const SHOWN_MAX = 40;

/** In one sentence: what the library says of a line are pieces of the source and names of its own. */
function faultOf(words: string, source: string): string {
  const lines = source.trimEnd().split('\n');
  // What ends too early is found out behind the last line.
  const line = Math.min(Number(LINE.exec(words)?.[1]), lines.length);
  if (line) return t('blocks.diagram_line', { line, text: lines[line - 1]?.trim().slice(0, SHOWN_MAX) ?? '' });
  return /^No diagram type/.test(words) ? t('blocks.diagram_kind') : (words.split('\n')[0] ?? '');
}

async function pictureOf(source: string): Promise<DiagramResult> {
  try {
    const drawing = await ask(source);
    if ('fault' in drawing) return { fault: faultOf(drawing.fault, source) };
    // As a picture it can neither run scripts nor load anything.
    const src = URL.createObjectURL(new Blob([drawing.svg], { type: 'image/svg+xml' }));
    const size = { width: Math.ceil(drawing.width), height: Math.ceil(drawing.height) };
    const picture = el('img', { src, ...size, alt: t('blocks.diagram'), class: 'diagram' });
    await picture.decode();
    URL.revokeObjectURL(src);
    return { picture };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

/** Those on their way. */
const awaited = new Set<Promise<DiagramResult>>();

/** Whoever prints by keyboard gets the diagrams that are on their way. */
async function printAll(event: KeyboardEvent): Promise<void> {
  if (!awaited.size || !isPrintKey(event)) return;
  event.preventDefault();
  await Promise.all(awaited);
  // They stand where they belong once those who asked for them have had their turn.
  setTimeout(print);
}

addEventListener('keydown', (event) => void printAll(event).catch(failed));

export function drawDiagram(source: string): Promise<DiagramResult> {
  const drawing = pictureOf(source).finally(() => awaited.delete(drawing));
  awaited.add(drawing);
  return drawing;
}
