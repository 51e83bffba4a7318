// The same against an identity provider of others (samlify): it reads our question and our metadata, we read its answer.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import * as samlify from 'samlify';
import {
  loginAddress,
  logoutAddress,
  providerMetadata,
  serviceMetadata,
} from '../../../plugins/sso/saml/saml-worker.ts';
import { readAnswer } from './answer-reader.ts';
import { CALLBACK, keys, NOW, parties as ours, SERVICE } from './identity-provider.ts';

samlify.setSchemaValidator({ validate: async () => 'not asked: shapes are not what is tried here' });

const binding = (name: string) => `urn:oasis:names:tc:SAML:2.0:bindings:HTTP-${name}`;
const provider = samlify.IdentityProvider({
  entityID: 'https://samlify.test/metadata',
  signingCert: keys.provider.certificate,
  privateKey: keys.provider.privateKey,
  wantAuthnRequestsSigned: true,
  isAssertionEncrypted: false,
  nameIDFormat: ['urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'],
  requestSignatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  // Its own template leaves out that anybody signed in, which the profile asks for.
  loginResponseTemplate: { context: samlify.SamlLib.defaultLoginResponseTemplate.context, attributes: [] },
  singleSignOnService: [{ Binding: binding('Redirect'), Location: 'https://samlify.test/sso' }],
  singleLogoutService: [{ Binding: binding('Redirect'), Location: 'https://samlify.test/slo' }],
});

/** Fills the template of an answer, as applications of samlify do. */
function filled(template: string, request: string): { id: string; context: string } {
  const now = Date.now();
  const at = (minutes: number): string => new Date(now + minutes * 60_000).toISOString();
  const statement = `<saml:AuthnStatement AuthnInstant="${at(0)}" SessionIndex="_s1"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`;
  const id = '_samlify-response';
  const values = {
    ...{ ID: id, AssertionID: '_samlify-assertion', Issuer: 'https://samlify.test/metadata', IssueInstant: at(0) },
    ...{ Destination: CALLBACK, AssertionConsumerServiceURL: CALLBACK, Audience: SERVICE, SubjectRecipient: CALLBACK },
    ...{ EntityID: SERVICE, NameIDFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress' },
    ...{ NameID: 'ann@corp.test', InResponseTo: request, AuthnStatement: statement, AttributeStatement: '' },
    ...{ ConditionsNotBefore: at(-1), ConditionsNotOnOrAfter: at(5), SubjectConfirmationDataNotOnOrAfter: at(5) },
    StatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Success',
  };
  return {
    id,
    context: Object.entries(values).reduce((text, [name, value]) => text.replaceAll(`{${name}}`, value), template),
  };
}

async function setUp() {
  const read = await providerMetadata(provider.getMetadata());
  assert.ok('ok' in read, JSON.stringify(read));
  const parties = { ...ours, provider: read.ok };
  const service = samlify.ServiceProvider({ metadata: serviceMetadata(parties), wantMessageSigned: true });
  return { parties, service };
}

/** A redirect as the provider gets it. */
function queryOf(address: string) {
  const url = new URL(address);
  const [octetString = ''] = url.search.slice(1).split('&Signature=');
  return { query: Object.fromEntries(url.searchParams), octetString };
}

it('signs somebody in', async () => {
  const { parties, service } = await setUp();
  const asked = await provider.parseLoginRequest(service, 'redirect', queryOf(await loginAddress(parties, '_q1')));
  assert.equal(asked.extract.request?.id, '_q1');
  assert.equal(asked.extract.request?.assertionConsumerServiceUrl, CALLBACK);
  const user = { email: 'ann@corp.test' };
  const { context } = await provider.createLoginResponse(service, asked as never, 'post', user, (template: string) =>
    filled(template, '_q1'),
  );
  const accept = (requestId: string) =>
    readAnswer(context, { requestId, minutes: (Date.now() - Date.parse(NOW)) / 60_000 }, parties);
  const answer = await accept('_q1');
  assert.ok('ok' in answer, JSON.stringify(answer));
  assert.equal(answer.ok.nameId, 'ann@corp.test');
  const other = await accept('_q2');
  assert.ok('refused' in other && other.refused.reason === 'in_response_to');
});

it('signs somebody out', async () => {
  const { parties, service } = await setUp();
  const session = { nameId: 'ann@corp.test', nameIdFormat: '', sessionIndex: '_s1' };
  const asked = await provider.parseLogoutRequest(
    service,
    'redirect',
    queryOf(await logoutAddress(parties, '_l1', session)),
  );
  assert.equal(asked.extract.nameID, 'ann@corp.test');
});
