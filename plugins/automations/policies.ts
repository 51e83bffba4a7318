// Who may see, press and change the rules of a workspace; see access.ts for who is an editor of one.
import { inBody, inPath, policies } from '../../core/http/policy.ts';
import { collectionPolicies } from '../databases/contract.ts';

const editor = { resource: 'automation', role: 'editor' } as const;
const onCollection = inBody('collection_id', collectionPolicies.view);
const ofRun = inPath('run_id', { resource: 'automation-run', role: 'editor' });

export const automationPolicies = policies('automation', {
  view: editor,
  /** also the list of them */
  addToWorkspace: { resource: 'workspace', role: 'editor' },
  update: { ...editor, refs: [onCollection] },
  delete: editor,
  switch: editor,
  test: editor,
  press: { resource: 'automation', role: 'viewer' },
  /** the buttons of rules that a page shows */
  listButtons: { resource: 'page', role: 'viewer' },
  /** the page on which a button was pressed, or that a trial is about */
  pressOn: { resource: 'page', role: 'viewer' },
  listRuns: editor,
  viewRun: { ...editor, refs: [ofRun] },
  replayRun: { ...editor, refs: [ofRun] },
});
