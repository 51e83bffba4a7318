// What a site answered as text for a model or a person: HTML as Markdown, other text as it is, and never too much of it.
import { Problem } from '../../core/http/problem.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import type { OutboundAnswer } from '../../core/outbound/outbound.ts';
import { markupReading } from '../importers/contract.ts';
import type { ConnectorText } from './contract.ts';

/** Of a result (specification, Limits). */
const CHARACTERS_MAX = 20_000;
/** More markup than this says nothing that fits into a result. */
const MARKUP_MAX = 256 * 1024;
const TEXTUAL = /^(text\/|application\/(json|xml|javascript|x-yaml|yaml|x-ndjson)$|application\/.*\+(json|xml)$)/;

function decoded({ body, headers }: OutboundAnswer): string {
  const label = /charset="?([\w-]+)/i.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(label).decode(body);
  } catch {
    return new TextDecoder().decode(body);
  }
}

/** @throws Problem connector_failed for what is no text */
export async function readConnectorText(ctx: Ctx, answer: OutboundAnswer): Promise<ConnectorText> {
  const content_type = (answer.headers['content-type'] ?? 'text/plain').split(';')[0]?.trim().toLowerCase() ?? '';
  if (answer.body.length && !TEXTUAL.test(content_type))
    throw new Problem(
      'connector_failed',
      `The answer is ${content_type || 'of no known type'}; only text can be read.`,
    );
  const read = decoded(answer);
  const isMarkup = /^(text\/html|application\/xhtml\+xml)$/.test(content_type);
  const markdown = isMarkup ? await ctx.use(markupReading).toMarkdown(read.slice(0, MARKUP_MAX)) : read;
  // PostgreSQL keeps no text with U+0000 in it.
  const text = markdown.replaceAll('\0', '\ufffd');
  const truncated = text.length > CHARACTERS_MAX || (isMarkup && read.length > MARKUP_MAX);
  return { status: answer.status, content_type, text: text.slice(0, CHARACTERS_MAX).toWellFormed(), truncated };
}
