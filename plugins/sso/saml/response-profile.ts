// Everything that the Web SSO profile of SAML 2.0 asks of an answer (profiles, 4.1.4.2 and 4.1.4.3), once the library
// has found the signatures right: whose it is, for whom, for what question, and for how long.
import type { Element } from '@xmldom/xmldom';
import { childElements, elementText, onlyChild, optionalChild, SamlRefusal } from './xml-document.ts';

export const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
export const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const ENTITY = 'urn:oasis:names:tc:SAML:2.0:nameid-format:entity';
/** Conditions that are known; anything else could forbid what we do with the assertion. */
const CONDITIONS = ['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction'];

/** Clocks may differ by so many milliseconds. */
const CLOCK_SKEW_MS = 60_000;
/** Longer than this after it was made, nobody brings an assertion for the first time. */
const AGE_MAX_MS = 10 * 60_000;

export interface ResponseExpectation {
  /** milliseconds */
  now: number;
  /** entity ids of both sides */
  provider: string;
  audience: string;
  /** where the answer was sent */
  callback: string;
  /** of our question; null where the provider began */
  requestId: string | null;
}

/** What a good assertion says. */
export interface SamlClaims {
  assertionId: string;
  nameId: string;
  nameIdFormat: string;
  sessionIndex: string | null;
  /** ISO 8601 */
  authenticatedAt: string;
  /** after which it proves nothing any more, with the skew of clocks; ISO 8601 */
  validUntil: string;
  /** by name, and by friendly name where that is not the name of another */
  attributes: Record<string, string[]>;
}

/** The outer document. @throws SamlRefusal */
export function checkResponse(response: Element, expected: ResponseExpectation, isSignedResponse: boolean): void {
  if (response.namespaceURI !== PROTOCOL || response.localName !== 'Response')
    throw new SamlRefusal('malformed', 'The document is not a SAML response.');
  if (response.getAttribute('Version') !== '2.0')
    throw new SamlRefusal('malformed', 'The response is not of SAML 2.0.');
  checkStatus(response);
  const destination = response.getAttribute('Destination');
  if (destination === null ? isSignedResponse : destination !== expected.callback)
    throw new SamlRefusal('destination', 'The response was meant for another address.');
  checkRequestId(response.getAttribute('InResponseTo'), expected);
  const issuer = optionalChild(response, ASSERTION, 'Issuer');
  if (issuer) checkIssuer(issuer, expected);
  checkTime(response.getAttribute('IssueInstant'), expected, { from: 0, until: AGE_MAX_MS });
  if (childElements(response, ASSERTION, 'EncryptedAssertion').length)
    throw new SamlRefusal('encrypted', 'The assertion is encrypted; switch encryption off at the provider.');
}

function checkStatus(response: Element): void {
  const status = onlyChild(response, PROTOCOL, 'Status');
  const code = onlyChild(status, PROTOCOL, 'StatusCode');
  const value = code.getAttribute('Value');
  if (value === SUCCESS) return;
  const inner = optionalChild(code, PROTOCOL, 'StatusCode')?.getAttribute('Value');
  const message = optionalChild(status, PROTOCOL, 'StatusMessage');
  const words = message ? elementText(message).slice(0, 200) : (inner ?? value ?? '').replace(/^.*:/, '').slice(0, 100);
  throw new SamlRefusal('provider_refused', `The provider refused the sign-in: ${words || 'without a reason'}.`);
}

/** The assertion that the library took as signed. @throws SamlRefusal */
export function checkAssertion(assertion: Element, expected: ResponseExpectation): SamlClaims {
  if (assertion.namespaceURI !== ASSERTION || assertion.localName !== 'Assertion')
    throw new SamlRefusal('malformed', 'The response holds no assertion.');
  const assertionId = assertion.getAttribute('ID');
  if (assertion.getAttribute('Version') !== '2.0' || !assertionId)
    throw new SamlRefusal('malformed', 'The assertion is not of SAML 2.0.');
  checkTime(assertion.getAttribute('IssueInstant'), expected, { from: 0, until: AGE_MAX_MS });
  checkIssuer(onlyChild(assertion, ASSERTION, 'Issuer'), expected);
  const conditionsUntil = checkConditions(onlyChild(assertion, ASSERTION, 'Conditions'), expected);
  const subject = onlyChild(assertion, ASSERTION, 'Subject');
  const name = onlyChild(subject, ASSERTION, 'NameID');
  const nameId = elementText(name);
  if (!nameId || nameId.length > 300) throw new SamlRefusal('subject', 'The assertion must name a person.');
  const bearerUntil = checkBearer(subject, expected);
  const statement = checkStatements(assertion, expected);
  return {
    assertionId,
    nameId,
    nameIdFormat: name.getAttribute('Format') ?? '',
    sessionIndex: statement.getAttribute('SessionIndex'),
    authenticatedAt: statement.getAttribute('AuthnInstant') as string,
    validUntil: new Date(Math.min(conditionsUntil, bearerUntil) + CLOCK_SKEW_MS).toISOString(),
    attributes: attributesOf(assertion),
  };
}

function checkIssuer(issuer: Element, { provider }: ResponseExpectation): void {
  const format = issuer.getAttribute('Format');
  if (elementText(issuer) !== provider || (format && format !== ENTITY))
    throw new SamlRefusal('issuer', 'The document comes from another provider than the one that is set up.');
}

function checkRequestId(given: string | null, { requestId }: ResponseExpectation): void {
  if (requestId === null ? given : given !== requestId)
    throw new SamlRefusal('in_response_to', 'The document answers no question of this sign-in.');
}

/** @returns when the conditions end, in milliseconds */
function checkConditions(conditions: Element, expected: ResponseExpectation): number {
  for (const { localName } of childElements(conditions))
    if (!CONDITIONS.includes(localName ?? ''))
      throw new SamlRefusal('conditions', 'The assertion has a condition that is not known here.');
  const restrictions = childElements(conditions, ASSERTION, 'AudienceRestriction');
  const isMeant = (restriction: Element): boolean =>
    childElements(restriction, ASSERTION, 'Audience').some((audience) => elementText(audience) === expected.audience);
  if (!restrictions.length || !restrictions.every(isMeant))
    throw new SamlRefusal('audience', 'The assertion was made for another service.');
  const before = conditions.getAttribute('NotBefore');
  if (before !== null) checkTime(before, expected, { from: 0 });
  const until = conditions.getAttribute('NotOnOrAfter');
  return until === null ? expected.now + AGE_MAX_MS : checkTime(until, expected, { until: 0 });
}

/** One confirmation that holds is enough (4.1.4.3). @returns when it ends, in milliseconds */
function checkBearer(subject: Element, expected: ResponseExpectation): number {
  const found = childElements(subject, ASSERTION, 'SubjectConfirmation').filter(
    (confirmation) => confirmation.getAttribute('Method') === BEARER,
  );
  if (!found.length) throw new SamlRefusal('subject', 'The assertion has no bearer confirmation.');
  let why: unknown;
  for (const confirmation of found) {
    try {
      return checkConfirmation(onlyChild(confirmation, ASSERTION, 'SubjectConfirmationData'), expected);
    } catch (error) {
      why ??= error;
    }
  }
  throw why;
}

function checkConfirmation(data: Element, expected: ResponseExpectation): number {
  if (data.getAttribute('Recipient') !== expected.callback)
    throw new SamlRefusal('recipient', 'The assertion was meant for another address.');
  if (data.getAttribute('NotBefore') !== null)
    throw new SamlRefusal('expired', 'A bearer confirmation must not begin later.');
  checkRequestId(data.getAttribute('InResponseTo'), expected);
  return checkTime(data.getAttribute('NotOnOrAfter'), expected, { until: 0 });
}

function checkStatements(assertion: Element, expected: ResponseExpectation): Element {
  const [statement] = childElements(assertion, ASSERTION, 'AuthnStatement');
  if (!statement) throw new SamlRefusal('malformed', 'The assertion does not say that anybody signed in.');
  checkTime(statement.getAttribute('AuthnInstant'), expected, { from: 0 });
  const ends = statement.getAttribute('SessionNotOnOrAfter');
  if (ends !== null) checkTime(ends, expected, { until: 0 });
  return statement;
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;

/**
 * @param bounds `from`: not more than so many milliseconds before it; `until`: not more than so many after it
 * @returns the time in milliseconds
 */
function checkTime(
  text: string | null,
  { now }: ResponseExpectation,
  { from, until }: { from?: number; until?: number },
): number {
  const time = TIME.test(text ?? '') ? Date.parse(text as string) : Number.NaN;
  if (Number.isNaN(time)) throw new SamlRefusal('malformed', 'The document has no valid time.');
  if (from !== undefined && now < time - from - CLOCK_SKEW_MS)
    throw new SamlRefusal('too_early', 'The document is not valid yet: the clocks of both services differ.');
  if (until !== undefined && now >= time + until + CLOCK_SKEW_MS)
    throw new SamlRefusal(
      'expired',
      'The document has expired: it came too late, or the clocks of both services differ.',
    );
  return time;
}

function attributesOf(assertion: Element): Record<string, string[]> {
  const found: Record<string, string[]> = Object.create(null);
  const friendly: Record<string, string[]> = Object.create(null);
  for (const statement of childElements(assertion, ASSERTION, 'AttributeStatement')) {
    for (const attribute of childElements(statement, ASSERTION, 'Attribute')) {
      // What holds elements of its own is no text that an account could take.
      const values = childElements(attribute, ASSERTION, 'AttributeValue')
        .filter((value) => !childElements(value).length)
        .map(elementText);
      const name = attribute.getAttribute('Name') ?? '';
      const alias = attribute.getAttribute('FriendlyName');
      found[name] = [...(found[name] ?? []), ...values];
      if (alias) friendly[alias] = [...(friendly[alias] ?? []), ...values];
    }
  }
  return { ...friendly, ...found };
}
