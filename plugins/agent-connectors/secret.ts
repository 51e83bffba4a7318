// The secret of a connector: sealed together with the origin it was given for, so that it is sent nowhere else.
import type { App } from '../../core/kernel/app.ts';
import type { ConnectorRow } from './store.ts';

const PURPOSE = 'agent-connectors';

interface Sealed {
  origin: string;
  secret: string;
}

export const urlOrigin = (url: string): string => new URL(url).origin;

export const sealConnectorSecret = (app: App, url: string, secret: string): string =>
  app.secrets.encrypt(JSON.stringify({ origin: urlOrigin(url), secret } satisfies Sealed), PURPOSE);

/** null: there is none, or it was given for another origin. @throws Error when SECRET_KEY is another one now */
export function secretOf(app: App, { url, secret_encrypted }: ConnectorRow): string | null {
  if (secret_encrypted === null) return null;
  const { origin, secret } = JSON.parse(app.secrets.decrypt(secret_encrypted, PURPOSE)) as Sealed;
  return origin === urlOrigin(url) ? secret : null;
}
