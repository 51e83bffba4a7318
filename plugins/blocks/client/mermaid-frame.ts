// Inside the frame without an origin: draws the diagrams it is sent and answers with their pictures.

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
  securityLevel: 'strict',
  suppressErrorRendering: true,
  fontFamily: 'system-ui, sans-serif',
};

let last: Promise<unknown> = Promise.resolve();
let count = 0;

async function draw(source: string, isDark: boolean): Promise<object> {
  try {
    mermaid.initialize({ ...SETTINGS, theme: isDark ? 'dark' : 'default' });
    const { svg } = await mermaid.render(`diagram-${++count}`, source);
    const root = new DOMParser().parseFromString(svg, 'text/html').querySelector('svg') as SVGSVGElement;
    const { width, height } = root.viewBox.baseVal;
    root.setAttribute('width', String(width));
    root.setAttribute('height', String(height));
    return { svg: new XMLSerializer().serializeToString(root), width, height };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

addEventListener('message', ({ source, data }) => {
  if (source !== parent) return;
  // One after another: the library keeps its settings for all.
  last = last.then(async () => parent.postMessage({ id: data.id, drawing: await draw(data.source, data.isDark) }, '*'));
});

parent.postMessage('ready', '*');
