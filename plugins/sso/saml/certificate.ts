// The key that we sign with, in a certificate that we make ourselves: Node reads certificates and writes none.
import { generateKeyPair, randomBytes, sign, X509Certificate } from 'node:crypto';
import { promisify } from 'node:util';

/** Ten years: metadata say when a key changes, not the calendar. */
const VALID_DAYS = 3650;

/** Tag, length, content (X.690, 8.1). */
function der(tag: number, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const size = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}

const SEQUENCE = 0x30;
const SHA256_RSA = der(SEQUENCE, Buffer.from('06092a864886f70d01010b0500', 'hex'));

/** A relative name with nothing but a common name (X.520). */
const commonName = (name: string): Buffer =>
  der(SEQUENCE, der(0x31, der(SEQUENCE, Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from(name)))));

/** UTCTime, which has years of two digits, until 2049; GeneralizedTime after that (RFC 5280, 4.1.2.5). */
function time(moment: Date): Buffer {
  const digits = moment.toISOString().replace(/\D/g, '').slice(0, 14);
  return moment.getUTCFullYear() < 2050
    ? der(0x17, Buffer.from(`${digits.slice(2)}Z`))
    : der(0x18, Buffer.from(`${digits}Z`));
}

export interface SigningKey {
  /** PKCS 8, PEM */
  privateKey: string;
  /** PEM */
  certificate: string;
}

/**
 * RSA of 3072 bits in a certificate that it signs itself.
 * @param name its common name, at most 64 characters
 * @param now ISO 8601
 */
export async function makeSigningKey(name: string, now: string): Promise<SigningKey> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 3072 });
  const from = new Date(now);
  const until = new Date(from.getTime() + VALID_DAYS * 86_400_000);
  const issuer = commonName(name.slice(0, 64));
  const serial = Buffer.from([0x40, ...randomBytes(15)]);
  const info = der(
    SEQUENCE,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    SHA256_RSA,
    issuer,
    der(SEQUENCE, time(from), time(until)),
    issuer,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = sign('sha256', info, privateKey);
  const whole = der(SEQUENCE, info, SHA256_RSA, der(0x03, Buffer.from([0]), signature));
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: new X509Certificate(whole).toString(),
  };
}

/**
 * A certificate as administrators paste it, with or without its first and last line.
 * @throws Error naming the rule
 */
export function readCertificate(text: string): { pem: string; subject: string; validUntil: string } {
  const bytes = Buffer.from(text.replace(/-----(?:BEGIN|END) CERTIFICATE-----|\s/g, ''), 'base64');
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(bytes);
  } catch {
    throw new Error('must be an X.509 certificate');
  }
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = certificate.publicKey;
  if (type !== 'rsa' || (details?.modulusLength ?? 0) < 2048)
    throw new Error('must hold an RSA key of at least 2048 bits');
  return {
    pem: certificate.toString(),
    subject: certificate.subject.replaceAll('\n', ', '),
    validUntil: new Date(certificate.validTo).toISOString(),
  };
}
