// One normaliser for both engines: accents, case, width and scripts without spaces.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fold, searchText, sortKey, uniqueKey, words } from '../../../core/i18n/text-normalization.ts';

describe('text', () => {
  const split: [string, string[]][] = [
    ['Café au Lait', ['cafe', 'au', 'lait']],
    ['Straße, ÆON & Ångström', ['straße', 'æon', 'angstrom']],
    ['ＦＵＬＬ ｗｉｄｔｈ', ['full', 'width']],
    ['日本語', ['日本', '本語']],
    ['東京2026年Tokyo', ['東京', '2026', '年', 'tokyo']],
    ['한국어', ['한국', '국어']],
    ['プログラム', ['プロ', 'ログ', 'グラ', 'ラム']],
    ['snake_case-and.dots', ['snake_case', 'and', 'dots']],
    ['🌲 " NEAR( *', ['near']],
    ['', []],
  ];
  for (const [text, expected] of split)
    it(`splits ${JSON.stringify(text)}`, () => assert.deepEqual(words(text), expected));

  it('folds for sorting, and keeps accents where names must differ', () => {
    assert.deepEqual(
      [fold('ÉCLAIR'), sortKey('  Zebra\n Crossing '), uniqueKey(' José '), searchText('A  b')],
      ['eclair', 'zebra crossing', 'josé', 'a b'],
    );
  });
});
