// The keys of this service: one signs; one that it has replaced is published for another month, so that nobody is cut off.
import type { Ctx } from '../../../core/kernel/context.ts';
import { makeSigningKey } from './certificate.ts';

const PURPOSE = 'sso-key';
const OVERLAP_DAYS = 30;
/** Two first uses at once make one key. */
const LOCK = 7_210_028;

interface KeyRow {
  id: number;
  certificate: string;
  private_key_encrypted: string;
  retires_at: string | null;
}

export interface SigningKeys {
  /** PEM */
  privateKey: string;
  /** PEM, the one in use first */
  certificates: string[];
}

/** Published ones, the newest first. */
const published = (ctx: Ctx): Promise<KeyRow[]> =>
  ctx
    .db('sso_keys')
    .where((any) => any.whereNull('retires_at').orWhere('retires_at', '>', ctx.now()))
    .orderBy('id', 'desc');

function opened({ app }: Ctx, rows: KeyRow[]): SigningKeys | undefined {
  const [first] = rows;
  if (!first) return undefined;
  try {
    const privateKey = app.secrets.decrypt(first.private_key_encrypted, PURPOSE);
    return { privateKey, certificates: rows.map(({ certificate }) => certificate) };
  } catch {
    // Written with another SECRET_KEY: a new one takes its place.
    return undefined;
  }
}

/** Makes the first key when it is asked for. */
export async function signingKeys(ctx: Ctx): Promise<SigningKeys> {
  const known = opened(ctx, await published(ctx));
  return known ?? ctx.tx(async (tx) => opened(tx, await lockedKeys(tx)) ?? addKey(tx));
}

async function lockedKeys(tx: Ctx): Promise<KeyRow[]> {
  await tx.dialect.advisoryLock(tx.db as never, LOCK);
  return published(tx);
}

/** A new key signs from now on; the one before is published for another 30 days. */
export const rotateKeys = (ctx: Ctx): Promise<SigningKeys> =>
  ctx.tx(async (tx) => {
    await lockedKeys(tx);
    return addKey(tx);
  });

async function addKey(tx: Ctx): Promise<SigningKeys> {
  const { hostname } = new URL(tx.app.baseUrl);
  const made = await makeSigningKey(hostname, tx.now());
  const retires_at = new Date(Date.parse(tx.now()) + OVERLAP_DAYS * 86_400_000).toISOString();
  await tx.db('sso_keys').whereNull('retires_at').update({ retires_at });
  await tx.db('sso_keys').insert({
    certificate: made.certificate,
    private_key_encrypted: tx.app.secrets.encrypt(made.privateKey, PURPOSE),
    created_at: tx.now(),
    retires_at: null,
  });
  const rows = await published(tx);
  return { privateKey: made.privateKey, certificates: rows.map(({ certificate }) => certificate) };
}
