// Keys derived from SECRET_KEY, one for each purpose, and encryption of what must not be readable at rest.
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

export class Secrets {
  readonly #master: string;
  readonly #keys = new Map<string, KeyObject>();

  constructor(master: string) {
    this.#master = master;
  }

  /** 32 bytes for one purpose, e.g. `cookies`; ready to use, because making a key of bytes costs more than signing. */
  key(purpose: string): KeyObject {
    const known = this.#keys.get(purpose);
    if (known) return known;
    const key = createSecretKey(Buffer.from(hkdfSync('sha256', this.#master, 'commonplace', purpose, 32)));
    this.#keys.set(purpose, key);
    return key;
  }

  /** AES-256-GCM; two calls with equal text give different results. */
  encrypt(text: string, purpose: string): string {
    return encryptWith(this.key(purpose), text);
  }

  /** @throws Error when the text was changed or encrypted with another key */
  decrypt(sealed: string, purpose: string): string {
    return decryptWith(this.key(purpose), sealed);
  }
}

type CipherKey = Buffer | KeyObject;

export function encryptWith(key: CipherKey, text: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return `v1.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`;
}

export function decryptWith(key: CipherKey, sealed: string): string {
  if (!sealed.startsWith('v1.')) throw new Error('not an encrypted text of this program');
  const bytes = Buffer.from(sealed.slice(3), 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}

/** A secret for links, sessions and tokens: 32 random bytes, base64url. */
export const randomSecret = (): string => randomBytes(32).toString('base64url');

/** How such secrets are stored: they have full entropy, so a plain hash is enough. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
