// Schemas as they will be when a change is done: rows are computed by them while everybody else reads by those that are.

import { notFound } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { Property } from '../model.ts';
import { propertyStore } from '../schema/property-store.ts';
import { withTargets } from '../schema/rollup-targets.ts';
import { fullSchemaById, type Schema, schemaFrom } from '../schema/schema.ts';
import { collectionStore } from '../schema/store.ts';
import type { SchemaDelta } from './change.ts';

type Overlay = Pick<SchemaDelta, 'gone' | 'shown'> & { drafts: Property[] };
type Found = Property & { collection_id: number; deleted_at: string | null };

export class NextSchemas {
  readonly ctx: Ctx;
  readonly #overlay: Overlay;
  readonly #known = new Map<number, Promise<Schema>>();
  readonly #before = new Map<number, Promise<Schema>>();

  constructor(ctx: Ctx, overlay: Overlay) {
    this.ctx = ctx;
    this.#overlay = overlay;
  }

  /** @throws Problem not_found */
  of(collectionId: number): Promise<Schema> {
    const known = this.#known.get(collectionId) ?? this.#read(collectionId);
    this.#known.set(collectionId, known);
    return known;
  }

  /** The database at the other end of a relation, which may be gone for good. */
  async there({ config }: Property): Promise<Schema | undefined> {
    const id = config.collection_id as number;
    return (await collectionStore.byId(this.ctx, id)) && this.of(id);
  }

  /** As everybody reads it now. @throws Problem not_found */
  before(collectionId: number): Promise<Schema> {
    const known = this.#before.get(collectionId) ?? fullSchemaById(this.ctx, collectionId);
    this.#before.set(collectionId, known);
    return known;
  }

  async #read(collectionId: number): Promise<Schema> {
    const collection = await collectionStore.byId(this.ctx, collectionId);
    if (!collection) throw notFound();
    const live = await propertyStore.of(this.ctx, collectionId);
    const shown = (await this.#found(this.#overlay.shown)).filter((one) => one.collection_id === collectionId);
    const known = new Set(live.map(({ id }) => id));
    const all = [...live, ...shown.filter(({ id }) => !known.has(id))].filter(
      ({ id }) => !this.#overlay.gone.includes(id),
    );
    const replaced = all.map((one) => this.#draft(one.id) ?? one);
    return schemaFrom(collection, await withTargets(this.ctx, replaced, (ids) => this.#found(ids)));
  }

  #draft(id: number): Property | undefined {
    return this.#overlay.drafts.find((one) => one.id === id);
  }

  async #found(ids: number[]): Promise<Found[]> {
    const found = ids.length ? await propertyStore.byIds(this.ctx, ids) : [];
    const { gone, shown } = this.#overlay;
    return found.map((one) => ({
      ...one,
      ...this.#draft(one.id),
      deleted_at: gone.includes(one.id) ? this.ctx.now() : shown.includes(one.id) ? null : one.deleted_at,
    }));
  }
}
