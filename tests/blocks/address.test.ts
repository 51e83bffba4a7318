// What a page shows in a frame for an address: players in the place of pages that no frame shows, allowed hosts only.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { frameAddress } from '../../plugins/blocks/link-address.ts';

const HOSTS = ['www.youtube-nocookie.com', 'player.vimeo.com', 'films.example'];
const CASES: [string, string | null][] = [
  ['https://other.example/v/2', null],
  ['http://films.example/v/1', null],
  ['javascript:alert(1)', null],
  ['https://www.youtube.com/about', null],
  ['https://www.loom.com/share/0123456789abcdef', null],
  ['https://films.example/v/1', 'https://films.example/v/1'],
  ['https://www.youtube.com/watch?app=desktop&v=aqz-KE-bpKQ&t=3', 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ'],
  ['https://youtu.be/aqz-KE-bpKQ?si=x', 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ'],
  ['https://www.youtube-nocookie.com/embed/a', 'https://www.youtube-nocookie.com/embed/a'],
  ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871'],
];

for (const [url, shown] of CASES)
  test(`framed: ${url}`, () => {
    assert.equal(frameAddress(url, HOSTS), shown);
  });

test('framed: nothing where no host is allowed, and the other player where that one is', () => {
  assert.equal(frameAddress('https://youtu.be/aqz-KE-bpKQ', []), null);
  assert.equal(
    frameAddress('https://youtu.be/aqz-KE-bpKQ', ['www.youtube.com']),
    'https://www.youtube.com/embed/aqz-KE-bpKQ',
  );
});
