// Changes of cells: shown at once, then sent, each a step that can be taken back; what the server refuses stays where it was typed.
// Without a connection they wait in this window, and go in their order once there is one again.

import { copyOut } from '../../../../core/client/clipboard.ts';
import { t } from '../../../../core/client/messages.ts';
import { RequestError, send } from '../../../../core/client/request.ts';
import { requestKey } from '../../../../core/client/request-key.ts';
import { toast } from '../../../../core/client/toast.ts';
import type { Row, Value } from '../../model.ts';
import { History, type HistoryStep, type StepPart } from './history.ts';
import type { Model } from './model.ts';
import { ROW_PAGE_SIZE } from './row-list.ts';
import { plainValueText } from './value-text.ts';

export interface CellChange {
  rowId: number;
  propertyId: number;
  value: Value;
}

interface Edit extends CellChange {
  before: Value;
  isUndone: boolean;
  isRefused: boolean;
}

export interface EditFault {
  /** what was typed: words, or the value that was refused */
  typed: Value;
  reason: string;
}

/** Rows that one request changes. */
export const EDIT_BATCH_MAX = 1000;
/** With which one row may refuse what others take: bad values, and rows that somebody has deleted. */
const SPLIT = new Set([400, 404, 422]);
const TRY_AGAIN_MS = 3_000;
const keyOf = (rowId: number, propertyId: number): string => `${rowId} ${propertyId}`;
const isSame = (a: Value, b: Value): boolean => JSON.stringify(a) === JSON.stringify(b);

function turnOver(edit: Edit): void {
  [edit.before, edit.value] = [edit.value, edit.before];
  edit.isUndone = !edit.isUndone;
}

export class Changes {
  readonly history = new History();
  readonly #model: Model;
  readonly #faults = new Map<string, EditFault>();
  #turn: Promise<void> = Promise.resolve();
  #waiting = 0;
  /** what is on its way waits for a server that answers */
  isStranded = false;
  /** whether a row is known to have been changed elsewhere since it was read; told by whoever follows changes */
  isOvertaken = (_rowId: number): boolean => false;

  constructor(model: Model) {
    this.#model = model;
  }

  /** Whether something is on its way to the server. */
  get isBusy(): boolean {
    return this.#waiting > 0;
  }

  /** Resolves when nothing is on its way any more. */
  get settled(): Promise<void> {
    return this.#turn;
  }

  fault = (rowId: number, propertyId: number): EditFault | undefined => this.#faults.get(keyOf(rowId, propertyId));

  /** Keeps words that are no value, with the reason, until somebody types others. */
  keep(rowId: number, propertyId: number, typed: Value, reason: string): void {
    this.#faults.set(keyOf(rowId, propertyId), { typed, reason });
    this.#model.changed();
  }

  forget(rowId: number, propertyId: number): void {
    if (this.#faults.delete(keyOf(rowId, propertyId))) this.#model.changed();
  }

  valueOf = (rowId: number, propertyId: number): Value => this.#model.row(rowId)?.values[propertyId] ?? null;

  /**
   * Resolves when the server has answered; it never rejects: what failed is said at its cell.
   * `step`: what this is a part of, where it is not one by itself.
   */
  set(changes: CellChange[], step?: HistoryStep): Promise<void> {
    const edits = changes
      .map((one) => ({ ...one, before: this.valueOf(one.rowId, one.propertyId), isUndone: false, isRefused: false }))
      .filter(({ before, value }) => !isSame(before, value));
    for (const { rowId, propertyId } of changes) this.#faults.delete(keyOf(rowId, propertyId));
    if (!edits.length) {
      this.#model.changed();
      return this.#turn;
    }
    const run = (one: HistoryStep) => this.#keepStep(edits, one);
    return step ? run(step) : this.history.step(run);
  }

  async #keepStep(edits: Edit[], step: HistoryStep): Promise<void> {
    await this.#apply(edits);
    const kept = edits.filter(({ isRefused }) => !isRefused);
    if (kept.length) step.parts.push(this.#part(kept));
  }

  /** Cells that hold something else by now were changed by others, or elsewhere: that is theirs. */
  #part(edits: Edit[]): StepPart {
    return {
      turn: async (way) => {
        const wanted = edits.filter(({ isUndone }) => isUndone !== (way === 'undone'));
        const own = wanted.filter((one) => isSame(this.valueOf(one.rowId, one.propertyId), one.value));
        own.forEach(turnOver);
        await this.#apply(own);
        const refused = own.filter(({ isRefused }) => isRefused);
        refused.forEach(turnOver);
        if (own.some(({ propertyId }) => this.#isGrouping(propertyId))) await this.#model.refresh();
        const count = own.length - refused.length;
        const what = count ? t('databases.view.cells', { count }) : '';
        return { what, missed: wanted.length - own.length };
      },
    };
  }

  /** Rows go back to their group, too. */
  #isGrouping = (id: number): boolean => [this.#model.grouping, this.#model.subGrouping].some((one) => one?.id === id);

  #apply(edits: Edit[]): Promise<void> {
    this.#waiting++;
    for (const edit of edits) {
      edit.isRefused = false;
      this.#show(edit.rowId, edit.propertyId, edit.value);
    }
    this.#model.changed();
    this.#turn = this.#turn.then(() => this.#send(edits));
    return this.#turn;
  }

  #show(rowId: number, propertyId: number, value: Value): void {
    const row = this.#model.row(rowId);
    if (!row) return;
    const title = propertyId === this.#model.title.id ? { title: String(value ?? '') } : {};
    this.#model.put([{ ...row, ...title, values: { ...row.values, [propertyId]: value } }]);
  }

  async #send(edits: Edit[]): Promise<void> {
    const rows = [...Map.groupBy(edits, ({ rowId }) => rowId)];
    for (let at = 0; at < rows.length; at += EDIT_BATCH_MAX) await this.#write(rows.slice(at, at + EDIT_BATCH_MAX));
    this.#waiting--;
    this.#model.changed();
  }

  /** All rows at once; when one is refused, each half by itself, so that the others are kept. */
  async #write(rows: [number, Edit[]][]): Promise<void> {
    const update = rows.map(([id, edits]) => ({
      id,
      values: Object.fromEntries(edits.map(({ propertyId, value }) => [propertyId, value])),
    }));
    try {
      const replaced = await this.#replaced(rows);
      const { updated, isLate } = await this.#sendOnceConnected(update);
      this.#model.put(updated);
      // As the server has read it, which is what somebody else may change.
      for (const edit of rows.flatMap(([, edits]) => edits)) edit.value = this.valueOf(edit.rowId, edit.propertyId);
      if (replaced.length) this.#tellReplaced(replaced);
      await this.#look(updated, isLate);
    } catch (error) {
      if (rows.length === 1) this.#refuse(rows[0]?.[1] ?? [], error);
      else if (error instanceof RequestError && SPLIT.has(error.status)) {
        const middle = Math.ceil(rows.length / 2);
        await this.#write(rows.slice(0, middle));
        await this.#write(rows.slice(middle));
      } else for (const [, edits] of rows) this.#refuse(edits, error);
    }
  }

  /** Cells into which somebody else has written since they were read here: that is what was there before. */
  async #replaced(rows: [number, Edit[]][]): Promise<Edit[]> {
    const ids = rows.map(([id]) => id).filter(this.isOvertaken);
    if (!ids.length) return [];
    const seen = await this.#model.readRows(ids.slice(0, ROW_PAGE_SIZE)).catch(() => []);
    const now = new Map(seen.map((row) => [row.id, row]));
    return rows
      .flatMap(([, edits]) => edits)
      .filter((edit) => {
        const theirs = now.get(edit.rowId)?.values[edit.propertyId];
        if (theirs === undefined || isSame(theirs, edit.before) || isSame(theirs, edit.value)) return false;
        edit.before = theirs;
        return true;
      });
  }

  /** The later value stands, and whoever wrote it hears of the other one, which is one press away. */
  #tellReplaced(edits: Edit[]): void {
    const [{ propertyId, before }] = edits as [Edit];
    const property = this.#model.properties.find(({ id }) => id === propertyId);
    const value = property ? plainValueText(this.#model, property, before) : '';
    const key = edits.length > 1 ? 'many' : value ? 'one' : 'empty';
    const theirs = edits.map((edit) => ({ rowId: edit.rowId, propertyId: edit.propertyId, value: edit.before }));
    const run = () => void this.set(theirs);
    toast(t(`databases.view.replaced_${key}`, { value, count: edits.length }), {
      action: { label: t('databases.view.keep_theirs'), run },
    });
  }

  /** As often as needed: what was done and not answered is not done over what others have written since. */
  async #sendOnceConnected(
    update: { id: number; values: Record<string, Value> }[],
  ): Promise<{ updated: Row[]; isLate: boolean }> {
    const headers = { 'idempotency-key': requestKey() };
    for (let isLate = false; ; isLate = true)
      try {
        const path = `${this.#model.path}/rows/bulk`;
        const { updated } = await send<{ updated: Row[] }>('POST', path, { update }, { headers });
        this.#strand(false);
        return { updated, isLate };
      } catch (error) {
        const isStranded =
          error instanceof RequestError && (error.status === 0 || error.code === 'idempotency_in_progress');
        this.#strand(isStranded);
        if (!isStranded) throw error;
        await nextAttempt();
      }
  }

  #strand(isStranded: boolean): void {
    if (this.isStranded === isStranded) return;
    this.isStranded = isStranded;
    this.#model.changed();
  }

  /**
   * Of another colour by now, or no more to be changed by somebody whom a row does not name any longer; an answer that
   * was asked for again may be that of the first time.
   */
  async #look(updated: Row[], isLate: boolean): Promise<void> {
    const { isColoured, isEditable } = this.#model;
    if (!isLate && !isColoured && isEditable) return;
    const ids = updated.slice(0, ROW_PAGE_SIZE).map(({ id }) => id);
    const seen = await this.#model.readRows(ids);
    if (!isEditable && seen.length < ids.length) await this.#model.refresh();
  }

  #refuse(edits: Edit[], error: unknown): void {
    const isGone = error instanceof RequestError && error.status === 404;
    const message = error instanceof Error ? error.message : String(error);
    const reason = isGone ? t('databases.view.row_gone') : message;
    for (const edit of edits) {
      const { rowId, propertyId, value, before } = edit;
      edit.isRefused = true;
      this.#show(rowId, propertyId, before);
      this.#faults.set(keyOf(rowId, propertyId), { typed: value, reason });
    }
    // No cell is left that could keep the words.
    const typed = isGone ? edits.map(({ value }) => value).find((value) => typeof value === 'string' && value) : null;
    const run = () => void copyOut(String(typed), t('core.client.copied'));
    toast(reason, { tone: 'danger', ...(typed && { action: { label: t('databases.view.copy_typed'), run } }) });
    if (isGone) void this.#model.refresh();
  }
}

/** Resolves when it is worth asking again: once the computer is online again, or a few seconds later. */
function nextAttempt(): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, TRY_AGAIN_MS);
    addEventListener('online', end);
  });
}
