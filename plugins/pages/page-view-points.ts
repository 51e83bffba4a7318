// Where other plugins join the view of a page: what they show below its text, and what that needs.
import type { Request } from '@hapi/hapi';
import type { Knex } from 'knex';
import type { JointPart } from '../../core/database/query-cache.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { type Point, point } from '../../core/kernel/plugin.ts';
import type { Page } from './contract.ts';

/** What is shown below the body of a page. */
export interface PageSection {
  /** from the root of the templates, e.g. `/comments/section` */
  template: string;
  values: object;
}

/**
 * Something that other tables may hold of a page. That it is there is read with the page's own row, and what it says
 * only where it is: most pages have none of most.
 */
export interface PageMark {
  /** unique, e.g. `comments` */
  name: string;
  /** a subquery: a number from a row about the page whose columns these are, or null where there is none */
  select(ctx: Ctx, page: { id: string; workspaceId: string }): Knex.QueryBuilder;
}

export const pageMarks: Point<PageMark> = point('pages.marks');

/** Adds to the view of a live page that has these marks; null where there is nothing to show. */
export const pageSections: Point<
  (request: Request, page: Page, marks: ReadonlySet<string>) => Promise<PageSection | null>
> = point('pages.sections');

/** What the look and the scripts of a plugin need on pages; it comes in one file with those of the page itself. */
export interface PageParts {
  /** name of a style of its own */
  style?: string;
  /** keys of messages that the browser needs where somebody writes */
  words?: RegExp;
}

export const pageParts: Point<PageParts> = point('pages.parts');

/** Rows of the reader that stand in the frame of a page, such as favorites: read in one statement with its branch. */
export const rowsBeside: Point<(ctx: Ctx, userId: number, workspaceId: number) => Promise<JointPart>> =
  point('pages.rows-beside');
