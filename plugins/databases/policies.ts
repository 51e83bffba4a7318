// Who may do what to databases, their rows and views. Of a locked database the values of its rows stay writable.
import { inBody, inPath, policies } from '../../core/http/policy.ts';
import { pagePolicies } from '../pages/contract.ts';

const view = { resource: 'collection', role: 'viewer' } as const;
const edit = { resource: 'collection', role: 'editor', lock: true } as const;
const viewRow = { resource: 'row', role: 'viewer' } as const;
const editRow = { resource: 'row', role: 'editor', lock: true } as const;

export const viewPolicies = policies('view', {
  view: { resource: 'view', role: 'viewer' },
  /** views of one's own are for everybody, shared ones for editors: the use case knows which it is */
  change: { resource: 'view', role: 'viewer' },
  /** how one looks at it oneself, which nobody else sees */
  draft: { resource: 'view', role: 'viewer' },
  answerForm: { resource: 'view', role: 'viewer' },
  /** a calendar feed belongs to who makes it, and shows what they may see */
  manageFeed: { resource: 'view', role: 'viewer' },
});

export const propertyPolicies = policies('property', {
  view: { resource: 'property', role: 'viewer' },
  edit: { resource: 'property', role: 'editor' },
});

export const rowTemplatePolicies = policies('rowTemplate', {
  use: { resource: 'row-template', role: 'viewer' },
  /** of a database that the caller may edit, which is asked for beside it */
  choose: { resource: 'row-template', role: 'editor' },
  edit: { resource: 'row-template', role: 'editor', lock: true },
});

export const rowPolicies = policies('row', {
  view: viewRow,
  edit: editRow,
  pressButton: { ...viewRow, refs: [inPath('property_id', propertyPolicies.view)] },
  /** DELETE of the API, as that of pages */
  trashOrDelete: { ...pagePolicies.trashOrDelete, resource: 'row' },
});

export const collectionPolicies = policies('collection', {
  view,
  edit,
  addRow: { ...edit, refs: [inBody('template_id', rowTemplatePolicies.use)] },
  /** many rows at once, of which each asks for itself */
  changeRows: view,
  viewImpact: { resource: 'collection', role: 'editor' },
  /** of the values that the reader sees; nothing is written */
  previewFormula: { resource: 'collection', role: 'editor' },
  editProperty: { ...edit, refs: [inPath('property_id', propertyPolicies.edit)] },
  undoChange: { ...edit, refs: [inPath('change_id', { resource: 'schema-change', role: 'editor' })] },
  importTable: edit,
  /** see `viewPolicies.change` */
  addView: view,
  addSprint: { resource: 'collection', role: 'editor' },
  keepRowAsTemplate: { ...edit, refs: [inBody('row_id', rowPolicies.view)] },
  keepAsTemplate: view,
  /** DELETE of the API, as that of pages */
  trashOrDelete: { ...pagePolicies.trashOrDelete, resource: 'collection' },
});

export const tableIntakePolicies = policies('tableIntake', {
  view: { resource: 'table-intake', role: 'editor' },
});

export const schemaJobPolicies = policies('schemaJob', {
  view: { resource: 'schema-job', role: 'editor' },
  cancel: { resource: 'schema-job', role: 'editor', lock: true },
});

export const dashboardPolicies = policies('dashboard', {
  view: { resource: 'dashboard', role: 'viewer' },
  edit: { resource: 'dashboard', role: 'editor', lock: true },
  trash: { resource: 'dashboard', role: 'editor', lock: true },
});

export const sprintPolicies = policies('sprint', {
  view: { resource: 'sprint', role: 'viewer' },
  edit: { resource: 'sprint', role: 'editor' },
  delete: { resource: 'sprint', role: 'editor' },
});

export const databaseTemplatePolicies = policies('databaseTemplate', {
  delete: { resource: 'database-template', role: 'owner' },
});
