// Where other plugins join the view of a page: what they show below its text, and what that needs.
import type { Request } from '@hapi/hapi';
import { type Point, point } from '../../core/kernel/plugin.ts';
import type { Page } from './contract.ts';

/** What is shown below the body of a page. */
export interface PageSection {
  /** from the root of the templates, e.g. `/comments/section` */
  template: string;
  values: object;
}

/** Adds to the view of a live page; null where there is nothing to show. */
export const pageSections: Point<(request: Request, page: Page) => Promise<PageSection | null>> =
  point('pages.sections');

/** What the look and the scripts of a plugin need on pages; it comes in one file with those of the page itself. */
export interface PageParts {
  /** name of a style of its own */
  style?: string;
  /** keys of messages that the browser needs where somebody writes */
  words?: RegExp;
}

export const pageParts: Point<PageParts> = point('pages.parts');
