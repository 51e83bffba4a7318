// Inside the frame without an origin: draws the diagrams it is sent and answers with their pictures.
import { diagramPalette, type Scheme } from './reading/diagram-palette.ts';

interface Library {
  initialize(settings: object): void;
  render(id: string, source: string): Promise<{ svg: string }>;
}

declare const mermaid: Library;

const SETTINGS = {
  startOnLoad: false,
  // Labels as text of the picture: as HTML they would not be drawn in it.
  htmlLabels: false,
  flowchart: { htmlLabels: false },
  // As wide as a page, so that its words keep their size.
  gantt: { useWidth: 704 },
  securityLevel: 'strict',
  suppressErrorRendering: true,
  fontFamily: 'system-ui, sans-serif',
  theme: 'base',
  // What is behind a label hides the line under it.
  themeCSS: '.edgeLabel rect, .labelBkg { opacity: 1; }',
};

const COLOUR = /#[\da-f]{3,8}\b|\b(?:rgb|hsl)a?\([^()]*\)/gi;

let last: Promise<unknown> = Promise.resolve();
let count = 0;

async function drawIn(scheme: Scheme, id: string, source: string): Promise<string> {
  mermaid.initialize({ ...SETTINGS, themeVariables: diagramPalette(scheme) });
  return (await mermaid.render(id, source)).svg;
}

/** One picture for both schemes: it follows the page that shows it, and on paper it is light. */
function joined(light: string, dark: string): string {
  const colours = dark.match(COLOUR) ?? [];
  // Names of parts are counted on and may differ, the colours come in the same order.
  if (colours.length !== light.match(COLOUR)?.length) return light;
  return light.replace(COLOUR, (one) => {
    const other = colours.shift();
    return other === one ? one : `light-dark(${one}, ${other})`;
  });
}

async function draw(source: string): Promise<object> {
  try {
    const id = `diagram-${++count}`;
    const svg = joined(await drawIn('light', id, source), await drawIn('dark', id, source));
    const root = new DOMParser().parseFromString(svg, 'text/html').querySelector('svg') as SVGSVGElement;
    const { width, height } = root.viewBox.baseVal;
    root.setAttribute('width', String(width));
    root.setAttribute('height', String(height));
    root.style.colorScheme = 'light dark';
    return { svg: new XMLSerializer().serializeToString(root), width, height };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

addEventListener('message', ({ source, data }) => {
  if (source !== parent) return;
  // One after another: the library keeps its settings for all.
  last = last.then(async () => parent.postMessage({ id: data.id, drawing: await draw(data.source) }, '*'));
});

parent.postMessage('ready', '*');
