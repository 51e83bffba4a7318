// An identity provider that signs whatever a test wants, well-formed or forged.
import { SignedXml } from 'xml-crypto';
import { makeSigningKey, type SigningKey } from '../../../plugins/sso/saml/certificate.ts';
import type { SamlParties } from '../../../plugins/sso/saml/saml-worker.ts';

const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';

export const PROVIDER = 'https://idp.test/metadata';
export const SERVICE = 'https://app.test/auth/saml/metadata';
export const CALLBACK = 'https://app.test/auth/saml/callback';
export const LOGOUT = 'https://app.test/auth/saml/logout';
export const REQUEST = '_request-1';
export const NOW = '2026-11-20T09:00:00.000Z';

export const keys = {
  provider: await makeSigningKey('Identity provider', NOW),
  service: await makeSigningKey('Commonplace', NOW),
  stranger: await makeSigningKey('Somebody else', NOW),
};

export const parties: SamlParties = {
  provider: {
    entity_id: PROVIDER,
    sso_url: 'https://idp.test/sso',
    slo_url: 'https://idp.test/slo',
    certificates: [keys.provider.certificate],
  },
  service: { entity_id: SERVICE, callback_url: CALLBACK, logout_url: LOGOUT },
  keys: { privateKey: keys.service.privateKey, certificates: [keys.service.certificate] },
};

/** What an assertion says; tests change one thing at a time. */
export interface Said {
  name: string;
  issuer: string;
  audience: string;
  recipient: string;
  destination: string;
  /** empty: neither the response nor the assertion names a question */
  request: string;
  /** minutes from NOW */
  made: number;
  until: number;
  status: string;
  attributes: Record<string, string[]>;
  /** further elements, in the assertion and in the response */
  more: string;
  extensions: string;
}

const usual: Said = {
  name: 'ann@corp.test',
  issuer: PROVIDER,
  audience: SERVICE,
  recipient: CALLBACK,
  destination: CALLBACK,
  request: REQUEST,
  made: 0,
  until: 5,
  status: 'urn:oasis:names:tc:SAML:2.0:status:Success',
  attributes: { mail: ['ann@corp.test'], groups: ['staff', 'editors'] },
  more: '',
  extensions: '',
};

const at = (minutes: number): string => new Date(Date.parse(NOW) + minutes * 60_000).toISOString();

export function assertionXml(said: Partial<Said> = {}, id = '_assertion-1'): string {
  const s = { ...usual, ...said };
  const question = s.request && ` InResponseTo="${s.request}"`;
  const attributes = Object.entries(s.attributes).map(
    ([name, values]) =>
      `<saml:Attribute Name="${name}">${values.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`).join('')}</saml:Attribute>`,
  );
  return `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" IssueInstant="${at(s.made)}"><saml:Issuer>${s.issuer}</saml:Issuer><saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent">${s.name}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData Recipient="${s.recipient}" NotOnOrAfter="${at(s.until)}"${question}/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${at(s.made - 1)}" NotOnOrAfter="${at(s.until)}"><saml:AudienceRestriction><saml:Audience>${s.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${at(s.made)}" SessionIndex="_session-1"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement>${s.more}</saml:Assertion>`;
}

export function responseXml(assertion: string, said: Partial<Said> = {}, id = '_response-1'): string {
  const s = { ...usual, ...said };
  const question = s.request && ` InResponseTo="${s.request}"`;
  return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="${id}" Version="2.0" IssueInstant="${at(s.made)}" Destination="${s.destination}"${question}><saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${s.issuer}</saml:Issuer>${s.extensions}<samlp:Status><samlp:StatusCode Value="${s.status}"/></samlp:Status>${assertion}</samlp:Response>`;
}

export interface Signing {
  key?: SigningKey;
  algorithm?: string;
  digest?: string;
  withKeyInfo?: boolean;
}

/** Signs the element with this ID, behind its issuer. */
export function signed(xml: string, id: string, signing: Signing = {}): string {
  const { key = keys.provider, algorithm = RSA_SHA256, digest = SHA256, withKeyInfo = false } = signing;
  const signature = new SignedXml({
    privateKey: key.privateKey,
    publicCert: key.certificate,
    signatureAlgorithm: algorithm,
    canonicalizationAlgorithm: EXCLUSIVE,
    ...(withKeyInfo ? {} : { getKeyInfoContent: () => '' }),
  });
  const xpath = `//*[@ID='${id}']`;
  signature.addReference({ xpath, digestAlgorithm: digest, transforms: [ENVELOPED, EXCLUSIVE] });
  signature.computeSignature(xml, {
    location: { reference: `${xpath}/*[local-name(.)='Issuer']`, action: 'after' },
    prefix: 'ds',
  });
  return signature.getSignedXml();
}

export const encode = (xml: string): string => Buffer.from(xml).toString('base64');

/** A good response, signed twice, but for what a test says differently. */
export function goodResponse(said: Partial<Said> = {}, signing: Signing = {}, id = '_assertion-1'): string {
  const inner = signed(assertionXml(said, id), id, signing);
  return signed(responseXml(inner, said), '_response-1', signing);
}
