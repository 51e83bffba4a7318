// Looks at JSON while it arrives, for what the parser would take without a word.
import type { Request } from '@hapi/hapi';
import { header } from './request-header.ts';

/** The parser takes bytes that are no UTF-8 for U+FFFD; here they become the fault of the body. */
export function watchText(request: Request): void {
  if (!/^application\/([\w.-]+\+)?json\b/i.test(header(request, 'content-type') ?? '')) return;
  const reader = new TextDecoder('utf-8', { fatal: true });
  // Typed as text, but nothing has decoded it yet.
  request.events.on('peek', (chunk) => {
    try {
      reader.decode(chunk as unknown as Buffer, { stream: true });
    } catch (error) {
      request.app.payloadError ??= error as Error;
    }
  });
}
