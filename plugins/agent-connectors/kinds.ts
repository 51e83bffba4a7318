// The kinds of connectors that a person can make: any address, and what extensions of one file add.
import { Problem } from '../../core/http/problem.ts';
import type { App } from '../../core/kernel/app.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import type { ConnectorKind, ConnectorStatus, ConnectorText } from './contract.ts';
import { callOf, knock } from './http-call.ts';
import type { ConnectorRow } from './store.ts';

export const HTTP = 'http';

/** What the extensions folder holds may be anything; only what can be called is offered. */
function isKind(extension: unknown): extension is ConnectorKind {
  const { kind, name, title, probe, fetch } = (extension ?? {}) as Partial<ConnectorKind>;
  return (
    kind === 'connector' &&
    /^[a-z][a-z0-9-]{0,39}$/.test(name ?? '') &&
    typeof title === 'string' &&
    typeof probe === 'function' &&
    typeof fetch === 'function'
  );
}

/** Those of extensions, by name. */
export function extensionKinds(app: App): Map<string, ConnectorKind> {
  const extensions: unknown[] = app.extensions;
  return new Map(extensions.filter(isKind).map((one) => [one.name, one]));
}

/** What a state of HTTP says of a connector that is asked for its own address. */
function judged(ctx: Ctx, status: number): { status: ConnectorStatus; detail: string } {
  const detail = ctx.app.messages.text(ctx.locale, 'agent-connectors.detail.answers', { status });
  if (status >= 200 && status < 400) return { status: 'ok', detail };
  // It is there, and only its own address is not for us.
  return { status: [401, 403, 404].includes(status) ? 'warning' : 'error', detail };
}

/** @throws Problem for what failed; anything else is a fault of an extension */
export async function probeOf(ctx: Ctx, row: ConnectorRow): Promise<{ status: ConnectorStatus; detail: string }> {
  if (row.kind === HTTP) return judged(ctx, await knock(ctx, row));
  const kind = extensionKinds(ctx.app).get(row.kind);
  if (!kind) {
    const values = { kind: row.kind };
    return { status: 'error', detail: ctx.app.messages.text(ctx.locale, 'agent-connectors.detail.gone', values) };
  }
  return kind.probe(callOf(ctx, row));
}

/** @throws Problem */
export async function fetchBy(ctx: Ctx, row: ConnectorRow, path: string, query?: string): Promise<ConnectorText> {
  const kind = extensionKinds(ctx.app).get(row.kind);
  const call = callOf(ctx, row);
  if (!kind) return call.get(path, query);
  try {
    return await kind.fetch(call, path, query);
  } catch (error) {
    if (error instanceof Problem) throw error;
    ctx.log.error({ err: error, connector: row.id, kind: row.kind }, 'connector failed');
    throw new Problem('connector_failed', 'The extension of this connector failed.');
  }
}
