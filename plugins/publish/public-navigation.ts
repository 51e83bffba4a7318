// The way through what was published together: all of a small tree; of a large one the level where the visitor is.
import type { Page } from '../pages/contract.ts';
import { type Publication, publicationStore, type TrailStep, type TreePage } from './store.ts';
import { readsOf, type Visit } from './visitor.ts';

/** Pages that it names at most. */
const WAY_MAX = 200;
/** Of one level of a large tree; those above it are named, too. */
const LEVEL_SHOWN = 150;

export const publicAddressOf = ({ slug }: Publication): string => `/p/${slug}`;

export const publicPageAddress = (publication: Publication, id: number): string =>
  id === publication.page_id ? publicAddressOf(publication) : `${publicAddressOf(publication)}/pages/${id}`;

export interface NavigationStep {
  title: string;
  href: string;
  isHere: boolean;
  inside: NavigationStep[];
  /** addresses of the parts of the level inside that come before and after */
  earlier: string;
  later: string;
}

/** The tree as steps to take; a single page has none. `part` is that of the pages inside, 0 where the page stands. */
export async function navigationSteps(visit: Visit, page: Page, part: number): Promise<NavigationStep[]> {
  const { ctx, publication } = visit;
  const tree = await publicationStore.smallTree(ctx, readsOf(publication), WAY_MAX);
  if (!tree) return [await wayAlong(visit, page, part)];
  const byParent = Map.groupBy(tree, ({ parent_id }) => parent_id);
  const step = (one: TreePage): NavigationStep => ({
    ...stepTo(visit, one, page),
    inside: (byParent.get(one.id) ?? []).map(step),
  });
  const root = tree.find(({ id }) => id === publication.page_id);
  return root && tree.length > 1 ? [step(root)] : [];
}

const stepTo = ({ publication }: Visit, { id, title }: Pick<Page, 'id' | 'title'>, here: Page): NavigationStep => ({
  title,
  href: publicPageAddress(publication, id),
  isHere: id === here.id,
  inside: [],
  earlier: '',
  later: '',
});

/** From the top down to the page, with a part of the pages inside it, or of those beside it where none are inside. */
async function wayAlong(visit: Visit, page: Page, part: number): Promise<NavigationStep> {
  const { ctx, publication } = visit;
  const trail = await publicationStore.trail(ctx, publication.page_id, page.id);
  const inside = await levelOf(visit, page, page, Math.max(1, part));
  const steps = trail.map((one) => stepTo(visit, one, page));
  const [last, above] = [steps.at(-1) as NavigationStep, steps.at(-2)];
  const isRow = trail.at(-1)?.collection_id != null;
  if (inside.inside.length || !above || isRow) Object.assign(last, inside);
  else {
    const beside = Math.floor((await publicationStore.countBefore(ctx, readsOf(publication), page)) / LEVEL_SHOWN) + 1;
    Object.assign(above, await levelOf(visit, page, trail.at(-2) as TrailStep, beside));
    steps.pop();
  }
  for (const [at, one] of steps.slice(0, -1).entries()) one.inside = [steps[at + 1] as NavigationStep];
  return steps[0] as NavigationStep;
}

async function levelOf(visit: Visit, here: Page, { id }: Pick<Page, 'id'>, part: number) {
  const { ctx, publication } = visit;
  const window = { limit: LEVEL_SHOWN, offset: (part - 1) * LEVEL_SHOWN };
  const found = await publicationStore.level(ctx, readsOf(publication), id, window);
  const address = (to: number) => `${publicPageAddress(publication, id)}?pages=${to}`;
  return {
    inside: found.slice(0, LEVEL_SHOWN).map((one) => stepTo(visit, one, here)),
    earlier: part > 1 ? address(part - 1) : '',
    later: found.length > LEVEL_SHOWN ? address(part + 1) : '',
  };
}

/** From the top of what was published to the page. */
export function trailTo(steps: NavigationStep[]): NavigationStep[] {
  for (const one of steps) {
    if (one.isHere) return [one];
    const below = trailTo(one.inside);
    if (below.length) return [one, ...below];
  }
  return [];
}
