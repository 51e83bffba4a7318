// A project of Asana as its CSV has it: sections, people, and tasks that are part of others by their names.
import { type CsvTracker, STARTED } from './csv-board.ts';

export const asana: CsvTracker = {
  signs: ['task id', 'created at', 'completed at', 'name'],
  columns: {
    'task id': 'id',
    name: 'title',
    notes: 'body',
    'created at': 'created',
    'completed at': 'closed',
    'last modified': 'updated',
    'section/column': 'column',
    assignee: 'assignee',
    'start date': 'started',
    'due date': 'due',
    tags: 'labels',
    'parent task': 'parent',
  },
  properties: [{ id: 'column', name: 'Section', type: 'select' }, STARTED],
  column: 'column',
  finish: (issue) => ({ ...issue, values: { ...issue.values, status: issue.values.closed ? 'Done' : 'Open' } }),
};
