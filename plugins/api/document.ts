// Keeps the finished document of a server: routes do not change once it runs.
import { createHash } from 'node:crypto';
import type { Server } from '@hapi/hapi';
import { buildDocument, type OpenApiDocument } from '../../core/openapi/openapi.ts';

export interface KeptDocument {
  document: OpenApiDocument;
  /** the document as JSON */
  text: string;
  /** hash of the text, for ETag */
  tag: string;
}

const kept = new WeakMap<Server, Promise<KeptDocument>>();

async function make(server: Server): Promise<KeptDocument> {
  const document = await buildDocument(server);
  const text = JSON.stringify(document);
  return { document, text, tag: createHash('sha256').update(text).digest('base64url').slice(0, 20) };
}

/** The document of this server, built when it is first asked for. */
export function documentOf(server: Server): Promise<KeptDocument> {
  const made = kept.get(server) ?? make(server);
  kept.set(server, made);
  return made;
}
