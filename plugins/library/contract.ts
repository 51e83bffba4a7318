// What other plugins may know of the library: how an address names a workspace or a repository, and how pages are listed.
import type { Knex } from 'knex';
import type { Ctx } from '../../core/kernel/context.ts';
import { type Point, point, type Service, service } from '../../core/kernel/plugin.ts';

/** Where `owner` and `repo` lead: to a workspace, or to some pages of one. */
export interface ProjectPlace {
  workspaceId: number;
  /** `page_id` of the pages that belong to it; without it all of the workspace do */
  pages?: Knex.QueryBuilder;
}

/** Repositories that have pages here: undefined for one that the actor may not know of. */
export const projectPlaces: Point<(ctx: Ctx, owner: string, name: string) => Promise<ProjectPlace | undefined>> =
  point('library.project-places');

export interface ProjectPaths {
  /**
   * The login of the owner of a workspace with its slug, or the owner of a linked repository with its name; undefined
   * unless both are given. @throws Problem not_found for one that is unknown or hidden from the actor
   */
  place(ctx: Ctx, owner: string, repo: string): Promise<ProjectPlace | undefined>;
}

/** Addresses of projects, by which people find their pages. */
export const projectPaths: Service<ProjectPaths> = service('library.project-paths');
