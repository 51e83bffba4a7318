// What of SAML runs in a thread of its own: the library with its parsers takes 20 MB and 25 ms a document.
import { createVerify } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import type { Element } from '@xmldom/xmldom';
import type { Ask } from '../../../core/workers/worker-runner.ts';
import { readProviderMetadata, type SamlProviderDetails } from './provider-metadata.ts';
import {
  ASSERTION,
  checkAssertion,
  checkResponse,
  PROTOCOL,
  type ResponseExpectation,
  type SamlClaims,
} from './response-profile.ts';
import { checkSignatures, isSigned } from './signature-profile.ts';
import {
  childElements,
  elementText,
  everyElement,
  onlyChild,
  optionalChild,
  parseXml,
  SamlRefusal,
} from './xml-document.ts';

/** Both sides, as an answer to us is checked: that takes no key of ours. */
export interface SamlSides {
  provider: SamlProviderDetails;
  service: { entity_id: string; callback_url: string; logout_url: string };
}

/** Both sides with our keys, as what we send needs them. */
export interface SamlParties extends SamlSides {
  /** PEM; the first signs, all are published */
  keys: { privateKey: string; certificates: string[] };
}

/** What an answer is checked by. */
export interface SamlTerms {
  sides: SamlSides;
  wantResponseSigned: boolean;
}

/** Refusals travel as values, because a thread gives back no more of an error than its words. */
export type SamlResult<T> = { ok: T } | { refused: { reason: string; message: string } };

/** A document of a provider, as it came: in a form, or in the query of an address. */
export interface SamlMessage {
  kind: 'SAMLRequest' | 'SAMLResponse';
  value: string;
  /** the query as it was sent, where the message came in one */
  query?: string;
}

const RESPONSE_MAX = 256 * 1024;

function library({ provider, service, keys }: SamlSides & Partial<SamlParties>, id?: string): SAML {
  return new SAML({
    idpCert: provider.certificates,
    issuer: service.entity_id,
    callbackUrl: service.callback_url,
    logoutCallbackUrl: service.logout_url,
    entryPoint: provider.sso_url,
    logoutUrl: provider.slo_url ?? '',
    // Signatures are the library's; issuer, times and audience are checked with the rest, by one clock and with a reason.
    audience: false,
    acceptedClockSkewMs: -1,
    ...(keys && { privateKey: keys.privateKey, publicCert: keys.certificates[0] }),
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    // Which question a response answers is known to the transaction, and checked with the rest of the profile.
    validateInResponseTo: ValidateInResponseTo.never,
    ...(id === undefined ? {} : { generateUniqueId: () => id }),
  });
}

async function result<T>(work: () => T | Promise<T>): Promise<SamlResult<T>> {
  try {
    return { ok: await work() };
  } catch (error) {
    // A document that is too deep for whatever walks through it.
    if (error instanceof RangeError) return { refused: { reason: 'malformed', message: 'The document is too deep.' } };
    if (!(error instanceof SamlRefusal)) throw error;
    return { refused: { reason: error.reason, message: error.message } };
  }
}

/** Where to send somebody who wants to sign in; the question is signed. */
export function loginAddress(parties: SamlParties, requestId: string, { force = false } = {}): Promise<string> {
  const saml = library(parties, requestId);
  saml.options.forceAuthn = force;
  return saml.getAuthorizeUrlAsync('', undefined, {});
}

/** Where to send somebody who signed out here, so that the provider ends its session, too. */
export const logoutAddress = (
  parties: SamlParties,
  requestId: string,
  session: { nameId: string; nameIdFormat: string; sessionIndex: string | null },
): Promise<string> =>
  library(parties, requestId).getLogoutUrlAsync(
    {
      issuer: parties.provider.entity_id,
      nameID: session.nameId,
      nameIDFormat: session.nameIdFormat,
      ...(session.sessionIndex === null ? {} : { sessionIndex: session.sessionIndex }),
    },
    '',
    {},
  );

/** Where to send somebody whose provider has asked us to end a session. */
export const logoutAnswerAddress = (parties: SamlParties, inResponseTo: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const profile = { ID: inResponseTo, issuer: '', nameID: '', nameIDFormat: '' };
    library(parties).getLogoutResponseUrl(profile, '', {}, true, (error, address) => {
      if (error || !address) reject(error ?? new Error('no address'));
      else resolve(address);
    });
  });

export function serviceMetadata(parties: SamlParties): string {
  return library(parties).generateServiceProviderMetadata(null, parties.keys.certificates);
}

export const providerMetadata = (text: string): Promise<SamlResult<SamlProviderDetails>> =>
  result(() => readProviderMetadata(text));

/**
 * Checks an answer by these terms, and asks meanwhile whether the question that it names (null: none) is one of ours that
 * they are for: the reply is true or false. Without terms it only asks.
 */
export const readSamlResponse = (
  value: string,
  now: number,
  terms: SamlTerms | undefined,
  ask: Ask,
): Promise<SamlResult<SamlClaims>> =>
  result(async () => {
    const response = parseXml(decoded(value));
    const requestId = response.getAttribute('InResponseTo');
    const replied = ask<boolean>(requestId);
    const checked = terms && claimsOf(response, value, terms, { now, requestId });
    // Whatever comes of it, nobody is left with a question that is still open.
    checked?.catch(() => undefined);
    if (!(await replied) || !checked) throw new SamlRefusal('in_response_to', 'Nobody waits for this answer.');
    return checked;
  });

/**
 * @param response `value`, as it was read
 * @param asked besides what the parties say
 */
async function claimsOf(
  response: Element,
  value: string,
  { sides, wantResponseSigned }: SamlTerms,
  asked: Pick<ResponseExpectation, 'now' | 'requestId'>,
): Promise<SamlClaims> {
  const expected: ResponseExpectation = {
    ...{ ...asked, provider: sides.provider.entity_id },
    ...{ audience: sides.service.entity_id, callback: sides.service.callback_url },
  };
  checkResponse(response, expected, isSigned(response));
  const assertion = theAssertion(response);
  checkSignatures(response, [response, assertion]);
  if (!isSigned(assertion)) throw new SamlRefusal('unsigned', 'The assertion is not signed.');
  if (wantResponseSigned && !isSigned(response)) throw new SamlRefusal('unsigned', 'The response is not signed.');
  return checkAssertion(await signedAssertion(sides, value, wantResponseSigned), expected);
}

/** Wherever a second one hides, the document is refused. */
function theAssertion(response: Element): Element {
  const all = everyElement(response);
  const documents = all.filter(({ localName }) => localName === 'Response' || localName === 'Assertion');
  const [first] = childElements(response, ASSERTION, 'Assertion');
  if (!first || documents.length !== 2)
    throw new SamlRefusal('assertion_count', 'The response needs exactly one assertion.');
  return first;
}

/** What the signature covers, and nothing beside it. */
async function signedAssertion(sides: SamlSides, value: string, isResponseSigned: boolean): Promise<Element> {
  const saml = library(sides);
  saml.options.wantAuthnResponseSigned = isResponseSigned;
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: value }).catch((error: Error) => {
    throw new SamlRefusal('signature_invalid', `The signature does not hold: ${error.message}.`);
  });
  if (!profile?.getAssertionXml) throw new SamlRefusal('malformed', 'The response holds no assertion.');
  return parseXml(profile.getAssertionXml());
}

function decoded(value: string): string {
  const text = value.replace(/\s/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) throw new SamlRefusal('malformed', 'The message is not Base64.');
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length > RESPONSE_MAX) throw new SamlRefusal('too_large', 'The message is larger than 256 KiB.');
  return utf8(bytes);
}

function utf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new SamlRefusal('malformed', 'The message is not UTF-8.');
  }
}

export type SamlLogout =
  | { kind: 'request'; id: string; nameId: string; sessionIndexes: string[] }
  | { kind: 'answer'; inResponseTo: string; isSuccess: boolean };

/** A request of the provider to end sessions, or its answer to ours; both must be signed. */
export const acceptLogout = (
  parties: SamlParties,
  message: SamlMessage,
  now: number,
): Promise<SamlResult<SamlLogout>> =>
  result(async () => {
    const root = parseXml(message.query === undefined ? decoded(message.value) : inflated(message.value));
    checkSignatures(root, [root]);
    if (message.query === undefined) await checkFormSignature(parties, message, root);
    else checkQuerySignature(parties, message);
    return readLogout(root, parties, now);
  });

function inflated(value: string): string {
  try {
    return utf8(inflateRawSync(Buffer.from(value, 'base64'), { maxOutputLength: RESPONSE_MAX }));
  } catch (error) {
    if (error instanceof SamlRefusal) throw error;
    throw new SamlRefusal('malformed', 'The message cannot be unpacked.');
  }
}

async function checkFormSignature(parties: SamlParties, { kind, value }: SamlMessage, root: Element): Promise<void> {
  if (!isSigned(root)) throw new SamlRefusal('unsigned', 'The message is not signed.');
  const saml = library(parties);
  const check =
    kind === 'SAMLRequest'
      ? saml.validatePostRequestAsync({ SAMLRequest: value })
      : saml.validatePostResponseAsync({ SAMLResponse: value });
  await check.catch((error: Error) => {
    throw new SamlRefusal('signature_invalid', `The signature does not hold: ${error.message}.`);
  });
}

/** The signature of a query is over its parameters as they were sent (bindings, 3.4.4.1). */
function checkQuerySignature({ provider }: SamlParties, { kind, query = '' }: SamlMessage): void {
  const given = new Map(query.split('&').map((part) => [part.split('=')[0] ?? '', part]));
  const plain = (name: string): string => new URLSearchParams(given.get(name) ?? '').get(name) ?? '';
  if (!given.has('Signature')) throw new SamlRefusal('unsigned', 'The message is not signed.');
  const hash = /^http:\/\/www\.w3\.org\/2001\/04\/xmldsig-more#rsa-(sha256|sha512)$/.exec(plain('SigAlg'))?.[1];
  if (!hash) throw new SamlRefusal('signature_invalid', 'A signature needs RSA with SHA-256 or SHA-512.');
  const covered = [kind, 'RelayState', 'SigAlg'].flatMap((name) => given.get(name) ?? []).join('&');
  const signature = Buffer.from(plain('Signature'), 'base64');
  const holds = provider.certificates.some((pem) => createVerify(hash).update(covered).verify(pem, signature));
  if (!holds) throw new SamlRefusal('signature_invalid', 'The signature does not hold.');
}

const LOGOUT_AGE_MS = 5 * 60_000;

function readLogout(root: Element, { provider, service }: SamlParties, now: number): SamlLogout {
  const isRequest = root.localName === 'LogoutRequest';
  if (root.namespaceURI !== PROTOCOL || !(isRequest || root.localName === 'LogoutResponse'))
    throw new SamlRefusal('malformed', 'The message is not about signing out.');
  if (elementText(onlyChild(root, ASSERTION, 'Issuer')) !== provider.entity_id)
    throw new SamlRefusal('issuer', 'The message comes from another provider than the one that is set up.');
  if ((root.getAttribute('Destination') ?? service.logout_url) !== service.logout_url)
    throw new SamlRefusal('destination', 'The message was meant for another address.');
  const made = Date.parse(root.getAttribute('IssueInstant') ?? '');
  if (!(Math.abs(now - made) < LOGOUT_AGE_MS)) throw new SamlRefusal('expired', 'The message has expired.');
  if (!isRequest) {
    const code = onlyChild(onlyChild(root, PROTOCOL, 'Status'), PROTOCOL, 'StatusCode').getAttribute('Value') ?? '';
    return {
      kind: 'answer',
      inResponseTo: root.getAttribute('InResponseTo') ?? '',
      isSuccess: code.endsWith(':Success'),
    };
  }
  const name = optionalChild(root, ASSERTION, 'NameID');
  const id = root.getAttribute('ID');
  if (!name || !id) throw new SamlRefusal('subject', 'The message must name a person.');
  const sessionIndexes = childElements(root, PROTOCOL, 'SessionIndex').map(elementText);
  return { kind: 'request', id, nameId: elementText(name), sessionIndexes };
}
