// Who both sides of SAML are: our own metadata and certificate, and what providers publish.
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { describe, it } from 'node:test';
import { makeSigningKey, readCertificate } from '../../../plugins/sso/saml/certificate.ts';
import { providerMetadata, serviceMetadata } from '../../../plugins/sso/saml/saml-worker.ts';
import { CALLBACK, keys, LOGOUT, NOW, parties, SERVICE } from './identity-provider.ts';

const body = (pem: string): string => pem.replace(/-----[^-]+-----|\s/g, '');
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

const metadata = ({ certificate = body(keys.provider.certificate), binding = REDIRECT, more = '' } = {}): string =>
  `<?xml version="1.0"?><!-- made by hand --><EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://idp.test/metadata"><IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${certificate}</X509Certificate></X509Data></KeyInfo></KeyDescriptor><KeyDescriptor use="encryption"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${body(keys.stranger.certificate)}</X509Certificate></X509Data></KeyInfo></KeyDescriptor><SingleLogoutService Binding="${binding}" Location="https://idp.test/slo"/><SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://idp.test/post"/><SingleSignOnService Binding="${binding}" Location="https://idp.test/sso"/></IDPSSODescriptor></EntityDescriptor>${more}`;

async function fault(text: string): Promise<string> {
  const answer = await providerMetadata(text);
  return 'refused' in answer ? answer.refused.message : 'taken';
}

describe('metadata of a provider', () => {
  it('give its name, its addresses and its keys for signatures', async () => {
    assert.deepEqual(await providerMetadata(metadata()), {
      ok: {
        entity_id: 'https://idp.test/metadata',
        sso_url: 'https://idp.test/sso',
        slo_url: 'https://idp.test/slo',
        certificates: [keys.provider.certificate],
      },
    });
  });

  it('that cannot be used say why', async () => {
    const many = (text: string) =>
      `<EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata">${text}${text}</EntitiesDescriptor>`;
    const one = metadata().replace(/^.*?-->/, '');
    for (const [text, rule] of [
      ['<!DOCTYPE html><html><p>Sign in', /a web page, not/],
      ['{}', /not XML/],
      [`<!DOCTYPE x>${one}`, /document type/],
      [many(one), /several providers/],
      ['<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="x"/>', /no identity provider/],
      [metadata({ binding: 'urn:x' }), /no questions by redirect/],
      [one.replaceAll('https://idp.test/sso', 'javascript:alert(1)'), /SingleSignOnService must be a web address/],
      [one.replace('entityID="https://idp.test/metadata"', ''), /entityID of the provider must have/],
      [metadata({ certificate: 'AAAA' }), /must be an X.509 certificate/],
      [one.replace('use="signing"', 'use="encryption"'), /no certificate for signatures/],
      ['x'.repeat(1_048_577), /larger than 1 MiB/],
    ] as const)
      assert.match(await fault(text), rule, text.slice(0, 60));
  });
});

describe('our own', () => {
  it('metadata name us, where answers go, and every key that signs', () => {
    const xml = serviceMetadata({
      ...parties,
      keys: { ...parties.keys, certificates: [keys.service.certificate, keys.stranger.certificate] },
    });
    for (const part of [SERVICE, CALLBACK, LOGOUT, body(keys.service.certificate), body(keys.stranger.certificate)])
      assert.ok(xml.replace(/\s/g, '').includes(part), part);
    assert.match(xml, /AuthnRequestsSigned="true"/);
    assert.match(xml, /WantAssertionsSigned="true"/);
  });

  it('certificate is one that others read', async () => {
    const { certificate, privateKey } = await makeSigningKey('Commonplace', NOW);
    const read = new X509Certificate(certificate);
    assert.equal(read.subject, 'CN=Commonplace');
    assert.ok(read.verify(read.publicKey));
    assert.equal(read.publicKey.asymmetricKeyDetails?.modulusLength, 3072);
    assert.match(privateKey, /BEGIN PRIVATE KEY/);
    assert.deepEqual(readCertificate(body(certificate)), {
      pem: certificate,
      subject: 'CN=Commonplace',
      validUntil: '2036-11-17T09:00:00.000Z',
    });
    assert.throws(() => readCertificate('nonsense'), /must be an X.509 certificate/);
  });
});
