// Signing out over SAML: requests and answers, in forms and in addresses, all of them signed.
import assert from 'node:assert/strict';
import { createSign, createVerify } from 'node:crypto';
import { describe, it } from 'node:test';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import {
  acceptLogout,
  loginAddress,
  logoutAddress,
  logoutAnswerAddress,
  type SamlMessage,
} from '../../../plugins/sso/saml/saml-worker.ts';
import { encode, keys, LOGOUT, NOW, PROVIDER, parties, SERVICE, signed } from './identity-provider.ts';

const SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';

const requestXml = ({ issuer = PROVIDER, made = NOW, destination = LOGOUT, name = 'ann' } = {}): string =>
  `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_out-1" Version="2.0" IssueInstant="${made}" Destination="${destination}"><saml:Issuer>${issuer}</saml:Issuer><saml:NameID>${name}</saml:NameID><samlp:SessionIndex>_session-1</samlp:SessionIndex></samlp:LogoutRequest>`;

const answerXml = (status = 'Success'): string =>
  `<samlp:LogoutResponse xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_out-2" Version="2.0" IssueInstant="${NOW}" Destination="${LOGOUT}" InResponseTo="_ours"><saml:Issuer>${PROVIDER}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${status}"/></samlp:Status></samlp:LogoutResponse>`;

const inForm = (kind: SamlMessage['kind'], xml: string): SamlMessage => ({ kind, value: encode(xml) });

function inAddress(
  kind: SamlMessage['kind'],
  xml: string,
  { algorithm = SHA256, key = keys.provider, more = '' } = {},
): SamlMessage {
  const value = deflateRawSync(xml).toString('base64');
  const covered = `${kind}=${encodeURIComponent(value)}&RelayState=a%2Bb&SigAlg=${encodeURIComponent(algorithm)}`;
  const signature = createSign('sha256').update(covered).sign(key.privateKey, 'base64');
  return { kind, value, query: `${covered}&Signature=${encodeURIComponent(signature)}${more}` };
}

async function read(message: SamlMessage) {
  const answer = await acceptLogout(parties, message, Date.parse(NOW));
  return 'ok' in answer ? answer.ok : answer.refused.reason;
}

/** What stands in an address that we send people to, once its signature holds. */
function sentTo(address: string): { origin: string; kind: string; xml: string } {
  const url = new URL(address);
  const [covered = '', signature = ''] = url.search.slice(1).split('&Signature=');
  const holds = createVerify('sha256')
    .update(covered)
    .verify(keys.service.certificate, Buffer.from(decodeURIComponent(signature), 'base64'));
  assert.ok(holds, address);
  const [kind = '', value = ''] = [...url.searchParams][0] ?? [];
  return { origin: `${url.origin}${url.pathname}`, kind, xml: inflateRawSync(Buffer.from(value, 'base64')).toString() };
}

const request = { kind: 'request', id: '_out-1', nameId: 'ann', sessionIndexes: ['_session-1'] };

describe('what the provider sends', () => {
  it('is read in a form and in an address', async () => {
    assert.deepEqual(await read(inForm('SAMLRequest', signed(requestXml(), '_out-1'))), request);
    assert.deepEqual(await read(inAddress('SAMLRequest', requestXml())), request);
    const answer = { kind: 'answer', inResponseTo: '_ours', isSuccess: true };
    assert.deepEqual(await read(inForm('SAMLResponse', signed(answerXml(), '_out-2'))), answer);
    assert.deepEqual(await read(inAddress('SAMLResponse', answerXml('Requester'))), { ...answer, isSuccess: false });
  });

  it('is refused unsigned, by a stranger, changed, old, from elsewhere, for others, or as no XML', async () => {
    const good = inAddress('SAMLRequest', requestXml());
    const other = deflateRawSync(requestXml({ name: 'adm' })).toString('base64');
    const forged: [string, SamlMessage, string][] = [
      ['unsigned', inForm('SAMLRequest', requestXml()), 'unsigned'],
      ['unsigned address', { ...good, query: good.query?.split('&Signature')[0] }, 'unsigned'],
      ['stranger', inForm('SAMLRequest', signed(requestXml(), '_out-1', { key: keys.stranger })), 'signature_invalid'],
      ['stranger address', inAddress('SAMLRequest', requestXml(), { key: keys.stranger }), 'signature_invalid'],
      ['changed', inForm('SAMLRequest', signed(requestXml(), '_out-1').replace('>ann<', '>adm<')), 'signature_invalid'],
      [
        'weak',
        inAddress('SAMLRequest', requestXml(), { algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }),
        'signature_invalid',
      ],
      [
        'second value',
        { ...good, value: other, query: `${good.query}&SAMLRequest=${encodeURIComponent(other)}` },
        'signature_invalid',
      ],
      ['old', inForm('SAMLRequest', signed(requestXml({ made: '2026-11-20T08:50:00.000Z' }), '_out-1')), 'expired'],
      ['issuer', inForm('SAMLRequest', signed(requestXml({ issuer: 'https://evil.test' }), '_out-1')), 'issuer'],
      [
        'destination',
        inForm('SAMLRequest', signed(requestXml({ destination: 'https://o.test' }), '_out-1')),
        'destination',
      ],
      ['not packed', { kind: 'SAMLRequest', value: 'AAAA', query: good.query }, 'malformed'],
      [
        'something else',
        inForm('SAMLRequest', signed(requestXml().replaceAll('LogoutRequest', 'Other'), '_out-1')),
        'signature_invalid',
      ],
    ];
    for (const [what, message, reason] of forged) assert.equal(await read(message), reason, what);
  });

  it('that unpacks to more than 256 KiB is not unpacked', async () =>
    assert.equal(await read(inAddress('SAMLRequest', requestXml({ name: 'a'.repeat(10_000_000) }))), 'malformed'));
});

describe('what we send', () => {
  it('is signed and says whom and what it means', async () => {
    const login = sentTo(await loginAddress(parties, '_q', { force: true }));
    assert.deepEqual([login.origin, login.kind], ['https://idp.test/sso', 'SAMLRequest']);
    assert.match(login.xml, /ID="_q"/);
    assert.match(login.xml, /ForceAuthn="true"/);
    assert.match(login.xml, new RegExp(SERVICE.replaceAll('.', '\\.')));
    const session = { nameId: 'ann & bob', nameIdFormat: 'urn:f', sessionIndex: '_s' };
    const logout = sentTo(await logoutAddress(parties, '_l', session));
    assert.deepEqual([logout.origin, logout.kind], ['https://idp.test/slo', 'SAMLRequest']);
    assert.match(logout.xml, /ann &amp; bob/);
    assert.match(logout.xml, /_s/);
    const answer = sentTo(await logoutAnswerAddress(parties, '_out-1'));
    assert.deepEqual([answer.origin, answer.kind], ['https://idp.test/slo', 'SAMLResponse']);
    assert.match(answer.xml, /InResponseTo="_out-1"/);
    assert.match(answer.xml, /status:Success/);
  });
});
