// What a Confluence export holds that readers of the space do not see: drafts, what was deleted, templates, remarks on files.
import type { ProblemItem } from '../../contract.ts';
import { trashProblem } from '../../items/trash-problem.ts';
import { cleanTitle } from '../../reading/entry-path.ts';
import type { Entity } from './entities.ts';

const NAMES_MAX = 20;

/** Old versions and the unsaved states of pages that are there say what the pages say. */
export function unshownProblems(at: string, entities: ReadonlyMap<string, Entity[]>): Omit<ProblemItem, 'type'>[] {
  const of = (name: string): Entity[] => entities.get(name) ?? [];
  const pages = [...of('Page'), ...of('BlogPost')].filter(
    ({ values }) => !values.originalVersion?.trim() && !values.originalVersionId?.trim(),
  );
  const titled = (status: string): string[] =>
    pages.flatMap(({ values }) => (values.contentStatus?.trim() === status ? (values.title ?? '') : []));
  const templates = of('PageTemplate').flatMap(({ values }) => values.name?.trim() || []);
  const remarks = of('Attachment').filter(({ values }) => values.comment?.trim()).length;
  const parts = [
    listed('drafts', titled('draft').filter(Boolean)),
    listed('templates', [...new Set(templates)]),
    remarks ? `remarks on versions of files (${remarks})` : '',
  ].filter(Boolean);
  const because = `What readers of the space do not see was left out: ${parts.join('; ')}.`;
  return [
    ...[...trashProblem(at, titled('deleted'))].map(({ type: _, ...problem }) => problem),
    ...(parts.length ? [{ at, kind: 'left_out', because }] : []),
  ];
}

function listed(what: string, names: string[]): string {
  const some = names.slice(0, NAMES_MAX).map((name) => cleanTitle(name).slice(0, 60));
  return names.length ? `${what} (${names.length}): ${some.join(', ')}${names.length > NAMES_MAX ? ', …' : ''}` : '';
}
