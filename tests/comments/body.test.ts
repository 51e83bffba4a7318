// The text of a comment taken apart: people, addresses, and all the rest exactly as it was.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type CommentPiece, mentioned, pieces } from '../../plugins/comments/body.ts';
import { commentBody, typedWords } from '../../plugins/comments/client/panel/comment-text.ts';

const person = (id: number, name: string) => ({ id, name, avatar_url: '' });

describe('the body of a comment', () => {
  const table: [string, CommentPiece[]][] = [
    ['', []],
    ['plain <b> & text', [{ text: 'plain <b> & text' }]],
    ['<@5>', [{ userId: 5 }]],
    ['Hi <@5>, and <@12>!', [{ text: 'Hi ' }, { userId: 5 }, { text: ', and ' }, { userId: 12 }, { text: '!' }]],
    ['<@0> <@05> <@x> <@>', [{ text: '<@0> <@05> <@x> <@>' }]],
    [
      '(see https://a.example/b_(c)?d=1#e).',
      [{ text: '(see ' }, { href: 'https://a.example/b_(c)?d=1#e' }, { text: ').' }],
    ],
    ['javascript:alert(1) ftp://x', [{ text: 'javascript:alert(1) ftp://x' }]],
    ['http://', [{ text: 'http://' }]],
  ];
  for (const [body, expected] of table) {
    it(`${JSON.stringify(body)} in pieces`, () => assert.deepEqual(pieces(body), expected));
  }

  it('names each person once', () => assert.deepEqual(mentioned('<@5> <@7> <@5>'), [5, 7]));

  it('is typed with names and kept with ids, the longer name first', () => {
    const [ann, anna] = [person(5, 'Ann'), person(7, 'Ann Aster')];
    const body = 'Hi <@7> and <@5>, <@9>';
    const typed = typedWords(body, { 5: ann, 7: anna });
    assert.equal(typed, 'Hi @Ann Aster and @Ann, <@9>');
    assert.equal(commentBody(`${typed}\n`, [ann, anna]), body);
    assert.equal(commentBody('@Bob', [ann]), '@Bob');
  });
});
