// What other plugins may know of connectors: how one is read, where further kinds come from, and what one looks like.
import type { Ctx } from '../../core/kernel/context.ts';
import { type Point, point, type Service, service } from '../../core/kernel/plugin.ts';

export { readConnectorText } from './connector-text.ts';
export { addressBelow } from './http-call.ts';

export const CONNECTOR_STATUSES = ['ok', 'error', 'warning', 'unknown'] as const;
export type ConnectorStatus = (typeof CONNECTOR_STATUSES)[number];

/** As clients see it; the secret is in no answer. */
export interface Connector {
  /** null for those that are built in */
  id: number | null;
  name: string;
  /** `forge`, `forge2`, `web`, `http`, or one of an extension */
  kind: string;
  url: string;
  enabled: boolean;
  status: ConnectorStatus;
  detail: string;
  has_secret: boolean;
  native: boolean;
}

/** What a connector answered, as text. */
export interface ConnectorText {
  /** of HTTP */
  status: number;
  content_type: string;
  /** HTML as Markdown; at most 20,000 characters */
  text: string;
  truncated: boolean;
}

/** What a kind gets to work with: every request goes to the origin of the connector, guarded, by GET, with its secret. */
export interface ConnectorCall {
  readonly url: string;
  /** @param path below the path of the connector, beginning with a slash. @throws Problem */
  get(path: string, query?: string): Promise<ConnectorText>;
}

/** A kind of connectors: default export of an extension of one file. */
export interface ConnectorKind {
  kind: 'connector';
  /** kebab-case, e.g. `weather` */
  name: string;
  title: string;
  /** whether it can be used now; a Problem that is thrown is an error with its words */
  probe(call: ConnectorCall): Promise<{ status: ConnectorStatus; detail: string }>;
  /** @throws Problem */
  fetch(call: ConnectorCall, path: string, query?: string): Promise<ConnectorText>;
}

/** One of those that are there without being made: its state is known without asking the network. */
export interface NativeConnector {
  kind: 'forge' | 'forge2';
  /** for the caller */
  describe(ctx: Ctx): Promise<Partial<Pick<Connector, 'name' | 'url' | 'status' | 'detail'>>>;
  /** the page where the caller connects it, with the words of the way there; null where there is nothing to do for them */
  connecting?(ctx: Ctx): Promise<{ href: string; label: string } | null>;
  /** @throws Problem */
  fetch(ctx: Ctx, path: string, query?: string): Promise<ConnectorText>;
}

export const nativeConnectors: Point<NativeConnector> = point('agent-connectors.native');

/** Which connector, by its id, its name or its kind, and what of it. */
export interface ConnectorRequest {
  connector: string | number;
  path: string;
  query?: string;
}

/** A connector that failed when it was asked last, as administrators see it: neither its address nor its secret. */
export interface FaultyConnector {
  id: number;
  user_id: number;
  name: string;
  kind: string;
  detail: string;
  probed_at: string | null;
}

export interface Connectors {
  /** those of everybody that stand at an error, the one that was asked last first; at most 100 */
  faulty(ctx: Ctx): Promise<FaultyConnector[]>;
  /** those that are built in and then the caller's own, by name */
  list(ctx: Ctx): Promise<Connector[]>;
  /** by its id, its name or its kind. @throws Problem not_found, conflict where it is off */
  named(ctx: Ctx, wanted: string | number): Promise<Connector>;
  /** hosts of the web that may be read, as AGENT_FETCH_HOSTS names them; none: any public one */
  hosts(ctx: Ctx): string[];
  /** an address of the web that may be read. @throws Problem private_url, forbidden */
  address(ctx: Ctx, text: string): URL;
  /** @throws Problem not_found, conflict where it is off, private_url, forbidden, validation_failed, connector_failed */
  fetch(ctx: Ctx, request: ConnectorRequest): Promise<ConnectorText>;
}

/** Sites outside from which the actor reads with a secret of their own. */
export const connectors: Service<Connectors> = service('agent-connectors');
