// The codes themselves: the vectors of RFC 6238, how far a clock may be off, and what is no code at all.
import assert from 'node:assert/strict';
import { createSecretKey, randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import {
  hashBackupCode,
  newBackupCodes,
  newTotpSecret,
  otpauthUrl,
  qrSvg,
  stepOf,
} from '../../plugins/two-factor/codes.ts';

/** `12345678901234567890` in base32 */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const at = (epoch: number): string => new Date(epoch * 1000).toISOString();

describe('codes of a device', () => {
  // The vectors have 8 digits; codes of 6 are their ends.
  for (const [epoch, digits] of [
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ] as const)
    it(`are those of RFC 6238 at ${epoch}`, () => {
      assert.equal(stepOf(RFC_SECRET, digits.slice(2), at(epoch)), Math.floor(epoch / 30));
    });

  it('may be one step early or late, and no more', () => {
    const accepted = [-90, -60, -30, 0, 30, 60, 90].map((off) => stepOf(RFC_SECRET, '005924', at(1234567890 + off)));
    const step = 41152263;
    assert.deepEqual(accepted, [undefined, undefined, step, step, step, undefined, undefined]);
  });

  for (const bad of ['', '00592', '0059240', 'abcdef', '00592４', ' 05924', '-05924', '005\n24'])
    it(`are no ${JSON.stringify(bad)}`, () => assert.equal(stepOf(RFC_SECRET, bad, at(1234567890)), undefined));

  it('come with a secret of 160 bits, as a link and as a picture', () => {
    const secret = newTotpSecret();
    assert.match(secret, /^[A-Z2-7]{32}$/);
    assert.notEqual(secret, newTotpSecret());
    const url = otpauthUrl(secret, 'ann@example.org');
    assert.equal(url, `otpauth://totp/Commonplace:ann%40example.org?secret=${secret}&issuer=Commonplace`);
    assert.match(qrSvg(url), /^<svg [^>]*viewBox="0 0 (\d+) \1">/);
  });
});

describe('backup codes', () => {
  const key = createSecretKey(randomBytes(32));

  it('are ten, and no two alike', () => {
    const codes = newBackupCodes();
    assert.equal(new Set(codes).size, 10);
    for (const code of codes) assert.match(code, /^[a-hjkmnp-z2-9]{5}-[a-hjkmnp-z2-9]{5}$/);
  });

  it('are the same however they are typed, and another one for each account', () => {
    const hash = hashBackupCode(key, 1, 'abcde-fghjk');
    assert.equal(hashBackupCode(key, 1, ' ABCDE fghjk '), hash);
    assert.notEqual(hashBackupCode(key, 2, 'abcde-fghjk'), hash);
  });
});
