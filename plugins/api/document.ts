// Keeps the finished document of a server: routes do not change once it runs.
import { createHash } from 'node:crypto';
import type { Server } from '@hapi/hapi';
import type { App } from '../../core/kernel/app.ts';
import { buildDocument, type OpenApiDocument } from '../../core/openapi/openapi.ts';
import { sentMessages } from '../../core/openapi/sent-message.ts';

export interface CachedOpenApiDocument {
  document: OpenApiDocument;
  /** the document as JSON */
  text: string;
  /** hash of the text, for ETag */
  tag: string;
}

const kept = new WeakMap<Server, Promise<CachedOpenApiDocument>>();

async function make(app: App): Promise<CachedOpenApiDocument> {
  const document = await buildDocument(app.server, app.contributions(sentMessages));
  const text = JSON.stringify(document);
  return { document, text, tag: createHash('sha256').update(text).digest('base64url').slice(0, 20) };
}

/** The document of this server, built when it is first asked for. */
export function documentOf(app: App): Promise<CachedOpenApiDocument> {
  const made = kept.get(app.server) ?? make(app);
  kept.set(app.server, made);
  return made;
}
