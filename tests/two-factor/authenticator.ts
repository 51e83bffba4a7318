// A security key made of software, which can also do what real ones never would: count backwards, or sign for others.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const FLAGS = { present: 0x01, verified: 0x04, attested: 0x40 };

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const base64url = (data: Buffer | Uint8Array | string): string => Buffer.from(data).toString('base64url');

interface Choices {
  origin?: string;
  /** what it is asked to count, instead of one more */
  counter?: number;
  verified?: boolean;
}

export class Authenticator {
  readonly id = randomBytes(16);
  readonly #origin: string;
  readonly #private: KeyObject;
  readonly #cose: Uint8Array;
  #counter = 0;

  constructor(origin: string) {
    this.#origin = origin;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' }) as { x?: string; y?: string };
    const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
    this.#private = privateKey;
    this.#cose = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, bytes(x)],
        [-3, bytes(y)],
      ]) as never,
    );
  }

  #clientData(type: string, challenge: string, origin = this.#origin): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #data(flags: number, counter: number, attested = Buffer.alloc(0)): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(new URL(this.#origin).hostname), Buffer.from([flags]), count, attested]);
  }

  /** What `navigator.credentials.create` gives, as JSON. */
  create(challenge: string, { origin }: Choices = {}): object {
    const length = Buffer.from([0, this.id.length]);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.id, this.#cose]);
    const data = this.#data(FLAGS.present | FLAGS.verified | FLAGS.attested, this.#counter, attested);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(data)],
    ]);
    return this.#credential({
      clientDataJSON: base64url(this.#clientData('webauthn.create', challenge, origin)),
      attestationObject: base64url(isoCBOR.encode(attestation as never)),
      transports: ['internal'],
    });
  }

  /** What `navigator.credentials.get` gives, as JSON. */
  get(challenge: string, { origin, counter = this.#counter + 1, verified = true }: Choices = {}): object {
    this.#counter = counter;
    const client = this.#clientData('webauthn.get', challenge, origin);
    const data = this.#data(FLAGS.present | (verified ? FLAGS.verified : 0), counter);
    const signature = sign('sha256', Buffer.concat([data, sha256(client)]), this.#private);
    return this.#credential({
      clientDataJSON: base64url(client),
      authenticatorData: base64url(data),
      signature: base64url(signature),
    });
  }

  #credential(response: object): object {
    const id = base64url(this.id);
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }
}
