// How many properties cards and lines show to members and to readers of published pages, until somebody chooses.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { glanceColumns, type ViewConfig, type ViewKind } from '../../../plugins/databases/model.ts';

const columns = ['Title', 'A', 'B', 'C', 'D', 'E', 'F'];

const cases: [kind: ViewKind, config: ViewConfig, shown: string][] = [
  ['board', { visible: [1, 2, 3, 4, 5, 6] }, 'Title A B C D E F'],
  ['table', {}, 'Title A B C D E F'],
  ['calendar', {}, 'Title A B C D E F'],
  ['board', {}, 'Title A B C D E'],
  ['gallery', {}, 'Title A B C D E'],
  ['list', { order: [3] }, 'Title A B C D E'],
];

for (const [kind, config, shown] of cases)
  it(`a ${kind} with ${JSON.stringify(config)} shows ${shown}`, () =>
    assert.equal(glanceColumns({ kind, config }, columns).join(' '), shown));

it('what no view shows has all', () => assert.deepEqual(glanceColumns(undefined, columns), columns));
