// Issues of Linear as its CSV has them: teams, states, cycles, and issues that are part of others by their keys.
import { withPlusToggles } from '../../conversion/plus-toggles.ts';
import { type CsvTracker, STARTED } from './csv-board.ts';

export const linear: CsvTracker = {
  signs: ['id', 'team', 'title', 'status', 'estimate'],
  columns: {
    id: 'id',
    title: 'title',
    description: 'body',
    status: 'status',
    priority: 'priority',
    creator: 'reporter',
    assignee: 'assignee',
    labels: 'labels',
    'project milestone': 'milestone',
    'due date': 'due',
    created: 'created',
    updated: 'updated',
    started: 'started',
    completed: 'closed',
    'parent issue': 'parent',
  },
  properties: [STARTED],
  finish: (issue) => ({
    ...issue,
    values: { ...issue.values, key: issue.id },
    ...(issue.markdown && { markdown: withPlusToggles(issue.markdown) }),
  }),
};
