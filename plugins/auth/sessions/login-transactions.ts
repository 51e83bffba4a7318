// Sign-ins at providers that are on their way, bound to the browser that began them and ended once across processes.
import type { Request } from '@hapi/hapi';
import { hashSecret, randomSecret } from '../../../core/boot/secrets.ts';
import type { App } from '../../../core/kernel/app.ts';
import type { LoginTransaction, LoginTransactions } from '../contract.ts';
import { type TransactionRow, transactions } from './login-transaction-store.ts';
import { carriedSession } from './sessions.ts';

const MINUTES = 10;
const PURPOSE = 'login-transactions';

const isSecure = (app: App): boolean => new URL(app.baseUrl).protocol === 'https:';
export const transactionCookie = (app: App): string =>
  app.settings.BASE_URL.startsWith('https:') ? '__Host-login' : 'login';

/** Browsers take this machine for safe, and send it cookies that are for https alone. */
const isLocal = (app: App): boolean => /^(localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(app.baseUrl).hostname);

/** The secret that binds the browser; one for all its tabs. */
function browserOf(app: App, request: Request): string | undefined {
  const kept = (request.state as Record<string, unknown>)[transactionCookie(app)];
  return typeof kept === 'string' && /^[\w-]{43}$/.test(kept) ? kept : undefined;
}

function cookieLine(app: App, value: string, isPosted: boolean): string {
  // Only https, and this machine, let a cookie come with the form of another site.
  const crosses = isSecure(app) || (isPosted && isLocal(app));
  const kind = crosses ? 'SameSite=None; Secure' : 'SameSite=Lax';
  return `${transactionCookie(app)}=${value}; HttpOnly; Path=/; ${kind}; Max-Age=${MINUTES * 60}`;
}

function opened(app: App, row: TransactionRow): LoginTransaction {
  const decrypt = (sealed: string) => (sealed ? app.secrets.decrypt(sealed, PURPOSE) : '');
  return {
    provider: row.provider,
    purpose: row.purpose,
    nonce: row.nonce,
    verifier: decrypt(row.verifier_encrypted),
    requestId: row.request_id,
    next: row.next,
    sessionId: row.session_id,
    data: decrypt(row.data_encrypted),
    createdAt: row.created_at,
  };
}

export const databaseTransactions: LoginTransactions = {
  async begin(request, input) {
    const { ctx } = request;
    const { app } = ctx;
    const state = randomSecret();
    const browser = browserOf(app, request) ?? randomSecret();
    const encrypt = (text: string | undefined) => (text ? app.secrets.encrypt(text, PURPOSE) : '');
    await ctx.tx(async (tx) => {
      await transactions.insert(tx, {
        id_hash: hashSecret(state),
        browser_hash: hashSecret(browser),
        provider: input.provider,
        purpose: input.purpose,
        nonce: input.nonce ?? '',
        verifier_encrypted: encrypt(input.verifier),
        request_id: input.requestId ?? '',
        next: input.next,
        session_id: input.sessionId ?? carriedSession(request) ?? null,
        data_encrypted: encrypt(input.data),
        created_at: tx.now(),
        expires_at: new Date(Date.parse(tx.now()) + MINUTES * 60_000).toISOString(),
      });
    });
    const line = cookieLine(app, browser, input.isPosted ?? false);
    return { state, give: (answer) => answer.header('set-cookie', line, { append: true }) };
  },
  async take(request, by) {
    const { ctx } = request;
    const browser = browserOf(ctx.app, request);
    if (!browser) return undefined;
    const named = 'state' in by ? { id_hash: hashSecret(by.state) } : { request_id: by.requestId };
    const row = await ctx.tx((tx) => transactions.take(tx, { ...named, browser_hash: hashSecret(browser) }));
    if (!row) return undefined;
    return row.expires_at > ctx.now() ? opened(ctx.app, row) : 'expired';
  },
  async peek(request, state) {
    const { ctx } = request;
    const browser = browserOf(ctx.app, request);
    const named = browser && { id_hash: hashSecret(state), browser_hash: hashSecret(browser) };
    const row = named && (await transactions.one(ctx, named));
    return row && row.expires_at > ctx.now() ? opened(ctx.app, row) : undefined;
  },
  async isUnderWay(request, { provider, purpose }) {
    const { ctx } = request;
    const browser = browserOf(ctx.app, request);
    return browser !== undefined && transactions.live(ctx, { provider, purpose, browser_hash: hashSecret(browser) });
  },
  canBePosted: ({ app }) => isSecure(app) || isLocal(app),
};
