// Changes of cells: shown at once, sent, taken back and done again; what the server refuses stays where it was typed.
import { t } from '../../../../core/client/messages.ts';
import { Refused, send } from '../../../../core/client/request.ts';
import { toast } from '../../../../core/client/toast.ts';
import type { Row, Value } from '../../shape.ts';
import type { Model } from './model.ts';
import { PAGE } from './row-list.ts';

export interface CellChange {
  rowId: number;
  propertyId: number;
  value: Value;
}

interface Step extends CellChange {
  before: Value;
}

/** Something done to the database that can be taken back and done again. */
export interface Deed {
  undo(): void;
  redo(): void;
}

export interface Fault {
  /** what was typed: words, or the value that was refused */
  typed: Value;
  reason: string;
}

/** Rows that one request changes. */
export const AT_ONCE = 1000;
const STEPS_MAX = 200;
const keyOf = (rowId: number, propertyId: number): string => `${rowId} ${propertyId}`;

export class Changes {
  readonly #model: Model;
  readonly #faults = new Map<string, Fault>();
  readonly #done: Deed[] = [];
  readonly #undone: Deed[] = [];
  #turn: Promise<void> = Promise.resolve();
  #waiting = 0;

  constructor(model: Model) {
    this.#model = model;
  }

  /** Whether something is on its way to the server. */
  get isBusy(): boolean {
    return this.#waiting > 0;
  }

  fault = (rowId: number, propertyId: number): Fault | undefined => this.#faults.get(keyOf(rowId, propertyId));

  /** Keeps words that are no value, with the reason, until somebody types others. */
  keep(rowId: number, propertyId: number, typed: Value, reason: string): void {
    this.#faults.set(keyOf(rowId, propertyId), { typed, reason });
    this.#model.changed();
  }

  forget(rowId: number, propertyId: number): void {
    if (this.#faults.delete(keyOf(rowId, propertyId))) this.#model.changed();
  }

  valueOf = (rowId: number, propertyId: number): Value => this.#model.row(rowId)?.values[propertyId] ?? null;

  /** Resolves when the server has answered; it never rejects: what failed is said at its cell. */
  set(changes: CellChange[]): Promise<void> {
    const steps = changes
      .map((one) => ({ ...one, before: this.valueOf(one.rowId, one.propertyId) }))
      .filter(({ before, value }) => JSON.stringify(before) !== JSON.stringify(value));
    for (const { rowId, propertyId } of changes) this.#faults.delete(keyOf(rowId, propertyId));
    if (!steps.length) {
      this.#model.changed();
      return this.#turn;
    }
    this.did({
      undo: () => void this.#apply(steps.map((one) => ({ ...one, value: one.before, before: one.value }))),
      redo: () => void this.#apply(steps),
    });
    return this.#apply(steps);
  }

  /** Takes in what was done just now. */
  did(deed: Deed): void {
    this.#done.push(deed);
    if (this.#done.length > STEPS_MAX) this.#done.shift();
    this.#undone.length = 0;
  }

  /** Takes back the last deed, or this one if it is not taken back yet. */
  undo(deed = this.#done.at(-1)): void {
    if (!deed || !this.#done.includes(deed)) return;
    this.#done.splice(this.#done.indexOf(deed), 1);
    this.#undone.push(deed);
    deed.undo();
    toast(t('collections.view.undone'));
  }

  redo(): void {
    const deed = this.#undone.pop();
    if (!deed) return;
    this.#done.push(deed);
    deed.redo();
  }

  #apply(steps: Step[]): Promise<void> {
    this.#waiting++;
    for (const { rowId, propertyId, value } of steps) this.#show(rowId, propertyId, value);
    this.#model.changed();
    this.#turn = this.#turn.then(() => this.#send(steps));
    return this.#turn;
  }

  #show(rowId: number, propertyId: number, value: Value): void {
    const row = this.#model.row(rowId);
    if (!row) return;
    const title = propertyId === this.#model.title.id ? { title: String(value ?? '') } : {};
    this.#model.put([{ ...row, ...title, values: { ...row.values, [propertyId]: value } }]);
  }

  async #send(steps: Step[]): Promise<void> {
    const rows = [...Map.groupBy(steps, ({ rowId }) => rowId)];
    for (let at = 0; at < rows.length; at += AT_ONCE) await this.#write(rows.slice(at, at + AT_ONCE));
    this.#waiting--;
    this.#model.changed();
  }

  /** All rows at once; when one is refused, each half by itself, so that the others are kept. */
  async #write(rows: [number, Step[]][]): Promise<void> {
    const update = rows.map(([id, steps]) => ({
      id,
      values: Object.fromEntries(steps.map(({ propertyId, value }) => [propertyId, value])),
    }));
    try {
      const { updated } = await send<{ updated: Row[] }>('POST', `${this.#model.path}/rows/bulk`, { update });
      this.#model.put(updated);
      await this.#look(updated);
    } catch (error) {
      if (rows.length === 1) this.#refuse(rows[0]?.[1] ?? [], error);
      else if (error instanceof Refused && (error.status === 400 || error.status === 422)) {
        const middle = Math.ceil(rows.length / 2);
        await this.#write(rows.slice(0, middle));
        await this.#write(rows.slice(middle));
      } else for (const [, steps] of rows) this.#refuse(steps, error);
    }
  }

  /** Of another colour by now, or no more to be changed by somebody whom a row does not name any longer. */
  async #look(updated: Row[]): Promise<void> {
    const { isColoured, isEditable } = this.#model;
    if (!isColoured && isEditable) return;
    const ids = updated.slice(0, PAGE).map(({ id }) => id);
    const seen = await this.#model.readRows(ids);
    if (!isEditable && seen.length < ids.length) await this.#model.refresh();
  }

  #refuse(steps: Step[], error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    for (const { rowId, propertyId, value, before } of steps) {
      this.#show(rowId, propertyId, before);
      this.#faults.set(keyOf(rowId, propertyId), { typed: value, reason });
    }
    toast(reason, { tone: 'danger' });
  }
}
