// The frame that draws diagrams: a page of no origin, which holds nothing of anybody and may reach nothing.
import { type Route, route } from '../../../core/http/route.ts';

/** The library writes styles and markup from strings; without an origin it can do so to nobody but itself. */
const POLICY = [
  'sandbox allow-scripts',
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

/** What the frame loads; files that are the same for everybody. */
export const FRAME_SCRIPTS = ['mermaid.js', 'mermaid-frame.js'];

export const renderRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/render/mermaid',
    rules: { access: { public: true, because: 'the frame holds no data, it is sent what it draws' } },
    options: { id: 'render.mermaid', auth: false },
    handler: (request, h) => {
      const scripts = FRAME_SCRIPTS.map((name) => `<script src="${request.ctx.app.assets.url(name)}"></script>`);
      return h
        .response(
          `<!doctype html><html lang="en"><meta charset="utf-8"><title>Diagram</title>${scripts.join('')}</html>`,
        )
        .type('text/html')
        .header('content-security-policy', POLICY);
    },
  }),
];
