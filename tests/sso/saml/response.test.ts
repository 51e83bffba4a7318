// Answers of SAML providers: the good ones come in, and every forgery that the literature knows does not.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Asked, readAnswer } from './answer-reader.ts';
import { assertionXml, encode, goodResponse, keys, NOW, responseXml, type Said, signed } from './identity-provider.ts';

const accept = (xml: string, asked?: Asked) => readAnswer(encode(xml), asked);

async function refusal(xml: string, asked: Asked = {}): Promise<string> {
  const answer = await accept(xml, asked);
  return 'refused' in answer ? answer.refused.reason : `accepted ${answer.ok.nameId}`;
}

describe('a good response', () => {
  it('says who signed in, with what the provider tells', async () => {
    const answer = await accept(goodResponse());
    assert.ok('ok' in answer, JSON.stringify(answer));
    assert.deepEqual(
      { ...answer.ok, attributes: { ...answer.ok.attributes } },
      {
        assertionId: '_assertion-1',
        nameId: 'ann@corp.test',
        nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
        sessionIndex: '_session-1',
        authenticatedAt: NOW,
        validUntil: '2026-11-20T09:06:00.000Z',
        attributes: { mail: ['ann@corp.test'], groups: ['staff', 'editors'] },
      },
    );
  });

  it('may be signed in its assertion only where that is set up, and then names our question there', async () => {
    const inner = signed(assertionXml(), '_assertion-1');
    assert.equal(await refusal(responseXml(inner)), 'unsigned');
    assert.equal(await refusal(responseXml(inner), { wantResponseSigned: false }), 'accepted ann@corp.test');
    // node-saml#433: the wrapper, which nobody signed, answers our question; the assertion was made for nobody's.
    const stolen = signed(assertionXml({ request: '' }), '_assertion-1');
    assert.equal(await refusal(responseXml(stolen), { wantResponseSigned: false }), 'in_response_to');
    const foreign = signed(assertionXml({ request: '_request-2' }), '_assertion-1');
    assert.equal(await refusal(responseXml(foreign), { wantResponseSigned: false }), 'in_response_to');
  });

  it('may begin at the provider, naming no question', async () => {
    assert.equal(await refusal(goodResponse({ request: '' }), { requestId: null }), 'accepted ann@corp.test');
    assert.equal(await refusal(goodResponse(), { requestId: null }), 'in_response_to');
    assert.equal(await refusal(goodResponse({ request: '' })), 'in_response_to');
  });

  it('keeps attributes that are named like parts of objects, and values that are no text out', async () => {
    const answer = await accept(
      goodResponse({ attributes: { ['__proto__']: ['x'], constructor: ['y'], deep: ['<b xmlns="urn:x">z</b>', 'w'] } }),
    );
    assert.ok('ok' in answer, JSON.stringify(answer));
    assert.deepEqual(Object.entries(answer.ok.attributes), [
      ['__proto__', ['x']],
      ['constructor', ['y']],
      ['deep', ['w']],
    ]);
  });
});

describe('refused', () => {
  const said: [string, Partial<Said>, string, Asked?][] = [
    ['another audience', { audience: 'https://other.test' }, 'audience'],
    ['another issuer', { issuer: 'https://evil.test' }, 'issuer'],
    ['another recipient', { recipient: 'https://other.test/acs' }, 'recipient'],
    ['another destination', { destination: 'https://other.test/acs' }, 'destination'],
    ['another question', { request: '_request-2' }, 'in_response_to'],
    ['made ten minutes ago', { made: -10, until: -5 }, 'expired'],
    ['made in five minutes', { made: 5, until: 10 }, 'too_early'],
    ['over at this moment, with the skew of clocks', { until: -1 }, 'expired'],
    ['a refusal of the provider', { status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' }, 'provider_refused'],
    ['nobody', { name: '' }, 'subject'],
    ['somebody with a name of 301 characters', { name: 'a'.repeat(301) }, 'subject'],
  ];
  for (const [what, change, reason, asked] of said)
    it(what, async () => assert.equal(await refusal(goodResponse(change), asked), reason));

  it('clocks that differ by less than a minute are taken', async () => {
    assert.equal(await refusal(goodResponse({ made: 0.9 })), 'accepted ann@corp.test');
    assert.equal(await refusal(goodResponse({ until: -0.9 })), 'accepted ann@corp.test');
  });

  it('what is signed by nobody, by a stranger, or only seems to be', async () => {
    const plain = responseXml(assertionXml());
    assert.equal(await refusal(plain), 'unsigned');
    assert.equal(await refusal(goodResponse({}, { key: keys.stranger })), 'signature_invalid');
    assert.equal(await refusal(goodResponse({}, { key: keys.stranger, withKeyInfo: true })), 'signature_invalid');
    assert.equal(await refusal(goodResponse().replaceAll('ann@corp.test', 'adm@corp.test')), 'signature_invalid');
    const removed = goodResponse().replace(/<ds:Signature[\s\S]*?<\/ds:Signature>/, '');
    assert.equal(await refusal(removed), 'unsigned');
  });

  it('weak algorithms', async () => {
    const sha1 = 'http://www.w3.org/2000/09/xmldsig#sha1';
    const rsaSha1 = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1';
    assert.equal(await refusal(goodResponse({}, { digest: sha1 })), 'signature_invalid');
    assert.equal(await refusal(goodResponse({}, { algorithm: rsaSha1 })), 'signature_invalid');
  });

  it('comments, document types, processing instructions, CDATA and what is no XML', async () => {
    const good = goodResponse();
    const forged: [string, string][] = [
      ['a comment in a name', goodResponse({ name: 'adm@corp.test<!---->.evil.test' })],
      ['a comment in a digest', good.replace('<ds:DigestValue>', '<ds:DigestValue><!--x-->')],
      ['a document type', `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${good}`],
      ['an instruction', `<?xml version="1.0"?><?x y?>${good}`],
      ['CDATA', good.replace('ann@corp.test', '<![CDATA[ann@corp.test]]>')],
      ['HTML', '<!doctype html><p>Bad gateway'],
      ['JSON', '{"ok":false}'],
      ['nothing', ' '],
      ['an unknown entity', good.replace('ann@corp.test', '&e;')],
    ];
    for (const [what, xml] of forged) assert.equal(await refusal(xml), 'malformed', what);
    const large = goodResponse({ attributes: { x: ['y'.repeat(256 * 1024)] } });
    assert.equal(await refusal(large), 'too_large');
    const answer = await readAnswer('%%%');
    assert.ok('refused' in answer && answer.refused.reason === 'malformed');
  });

  it('too deep, too many elements and too many namespaces, before they are parsed', async () => {
    const wrapped = (inner: string) => responseXml('', { extensions: inner });
    const forged: [string, string][] = [
      ['deep', wrapped(`${'<a>'.repeat(20_000)}${'</a>'.repeat(20_000)}`)],
      ['deep behind a quoted end', wrapped(`${'<a b="/>">'.repeat(200)}${'</a>'.repeat(200)}`)],
      ['many', wrapped('<a/>'.repeat(6000))],
      ['namespaces', wrapped(`<a ${Array.from({ length: 300 }, (_, n) => `xmlns:n${n}="urn:${n}"`).join(' ')}/>`)],
    ];
    for (const [what, xml] of forged) {
      const answer = await accept(xml);
      assert.ok('refused' in answer, what);
      assert.match(answer.refused.message, /too many|too large|larger/, `${what}: ${answer.refused.message}`);
      assert.equal(answer.refused.reason, what === 'many' ? 'too_large' : 'malformed', what);
    }
  });

  it('declared as XML, it is read', async () =>
    assert.equal(await refusal(`<?xml version="1.0" encoding="UTF-8"?>\n${goodResponse()}`), 'accepted ann@corp.test'));
});

describe('signature wrapping', () => {
  const evil = (id = '_evil') => assertionXml({ name: 'adm@corp.test' }, id);
  const inner = signed(assertionXml(), '_assertion-1');
  const signature = /<ds:Signature[\s\S]*<\/ds:Signature>/.exec(inner)?.[0] as string;
  const bare = inner.replace(signature, '');
  const within = (assertion: string, content: string) =>
    assertion.replace('</saml:Assertion>', `${content}</saml:Assertion>`);
  const behindIssuer = (assertion: string, content: string) =>
    assertion.replace('</saml:Issuer>', `</saml:Issuer>${content}`);
  const inObject = (content: string) =>
    signature.replace('</ds:Signature>', `<ds:Object>${content}</ds:Object></ds:Signature>`);
  const whole = goodResponse();
  const wholeSignature = /<\/saml:Issuer>(<ds:Signature[\s\S]*?<\/ds:Signature>)/.exec(whole)?.[1] as string;
  const wholeBare = whole.replace(wholeSignature, '');
  const evilResponse = (content: string) =>
    responseXml(evil(), {}, '_evil-response').replace('</saml:Issuer>', `</saml:Issuer>${content}`);

  const cases: [string, string, boolean][] = [
    [
      '1: the signed response in the signature of another',
      evilResponse(wholeSignature.replace('</ds:Signature>', `${wholeBare}</ds:Signature>`)),
      true,
    ],
    ['2: the signed response before the signature of another', evilResponse(`${wholeBare}${wholeSignature}`), true],
    ['3: another assertion before the signed one', responseXml(`${evil()}${inner}`), false],
    ['4: the signed assertion within another', responseXml(within(evil(), inner)), false],
    [
      '5: another assertion with the signature of the first',
      responseXml(`${behindIssuer(evil(), signature)}${bare}`),
      false,
    ],
    [
      '6: the same, with the first within the signature',
      responseXml(behindIssuer(evil(), signature.replace('</ds:Signature>', `${bare}</ds:Signature>`))),
      false,
    ],
    [
      '7: another assertion in extensions',
      responseXml(inner, { extensions: `<samlp:Extensions>${evil('_assertion-1')}</samlp:Extensions>` }),
      false,
    ],
    ['8: the first within an object of the signature', responseXml(behindIssuer(evil(), inObject(bare))), false],
    ['the same ID twice', responseXml(`${evil('_assertion-1')}${inner}`), false],
    [
      'a decoy beside the signature',
      responseXml(
        behindIssuer(inner, signed(evil(), '_evil').match(/<ds:Signature[\s\S]*<\/ds:Signature>/)?.[0] as string),
      ),
      false,
    ],
    [
      'an assertion in an object of the response',
      whole.replace('</samlp:Status>', `</samlp:Status><x xmlns="urn:x">${evil()}</x>`),
      true,
    ],
  ];
  for (const [what, xml, wantResponseSigned] of cases)
    it(what, async () => {
      assert.match(
        await refusal(xml, { wantResponseSigned }),
        /^(assertion_count|signature_invalid|unsigned|malformed)$/,
      );
      assert.match(
        await refusal(xml, { wantResponseSigned: false }),
        /^(assertion_count|signature_invalid|malformed)$/,
      );
    });
});
