// Secrets and signatures of Standard Webhooks 1.0: `v1` with a shared secret, `v1a` with a public key.
import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';
import type { App } from '../../core/kernel/app.ts';
import type { SigningMethod, WebhookRow } from './store.ts';

const PURPOSE = 'webhooks';
const SHARED = 'whsec_';
const PRIVATE = 'whsk_';
const PUBLIC = 'whpk_';

/** What stands before a raw ed25519 key in PKCS #8. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** `whsec_…`, or `whsk_…` which nobody else ever gets. */
export function newSigningSecret(signing: SigningMethod): string {
  if (signing === 'hmac') return `${SHARED}${randomBytes(32).toString('base64')}`;
  const { privateKey } = generateKeyPairSync('ed25519');
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(PKCS8.length);
  return `${PRIVATE}${seed.toString('base64')}`;
}

const bytesOf = (secret: string): Buffer => Buffer.from(secret.slice(secret.indexOf('_') + 1), 'base64');

const privateKey = (secret: string): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PKCS8, bytesOf(secret)]), format: 'der', type: 'pkcs8' });

/** `whpk_…` of a private key, for whoever verifies; null for a shared secret, which has none. */
export function publicKeyOf(secret: string): string | null {
  if (!secret.startsWith(PRIVATE)) return null;
  const raw = createPublicKey(privateKey(secret)).export({ format: 'der', type: 'spki' }).subarray(-32);
  return `${PUBLIC}${raw.toString('base64')}`;
}

/** What says by a secret who sends `<id>.<timestamp>.<body>`. */
type Signer = (signed: string) => string;

/** Its key is made ready once: that takes as long as five signatures. */
export function signerOf(secret: string): Signer {
  if (secret.startsWith(PRIVATE)) {
    const key = privateKey(secret);
    return (signed) => `v1a,${sign(null, Buffer.from(signed), key).toString('base64')}`;
  }
  const key = createSecretKey(bytesOf(secret));
  return (signed) => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}

export const encryptSecret = (app: App, secret: string): string => app.secrets.encrypt(secret, PURPOSE);

/** @throws Error when it was encrypted with another SECRET_KEY */
export const decryptSecret = (app: App, sealed: string): string => app.secrets.decrypt(sealed, PURPOSE);

type Keyed = Pick<WebhookRow, 'secret_encrypted' | 'previous_secret_encrypted' | 'previous_until'>;

/** By the newest secret first; two while the one before is still good. @throws Error as `decryptSecret` */
export function signersOf(app: App, hook: Keyed): Signer[] {
  const { previous_secret_encrypted: previous, previous_until: until } = hook;
  const isGood = previous !== null && until !== null && until > app.now();
  return [hook.secret_encrypted, ...(isGood ? [previous] : [])].map((sealed) => signerOf(decryptSecret(app, sealed)));
}

/** The headers that prove where a message comes from. @param moment epoch seconds of this attempt */
export function signedHeaders(signers: Signer[], id: string, moment: number, body: string): Record<string, string> {
  const signed = `${id}.${moment}.${body}`;
  return {
    'webhook-id': id,
    'webhook-timestamp': String(moment),
    'webhook-signature': signers.map((signatureOf) => signatureOf(signed)).join(' '),
  };
}
