// Saves what is written: one save at a time, tried again until it succeeds, with a draft in this browser all the while.
import { tellPageEvent } from '../../../../core/client/page-events.ts';
import { RequestError, send } from '../../../../core/client/request.ts';
import type { Block } from '../../../blocks/block.ts';
import { toDoc } from '../../../blocks/schema/document.ts';
import type { DraftPlace } from './drafts.ts';
import { refusalDetail, saveBody, saysTheSame, type Text } from './save-body.ts';
import type { Keeper, SaveState } from './strategy.ts';
import { LeaveMarker } from './unload-marker.ts';

const IDLE_MS = 10_000;
const LONGEST_MS = 60_000;
/** Together at most a second; between keys, since a long page takes a moment to write down. */
const DRAFT_MS = 500;
const DRAFT_PATIENCE_MS = 400;
const PATIENCE_MS = 20_000;
const RETRY_FIRST_MS = 2_000;
const RETRY_MOST_MS = 60_000;
const SIGN_IN_CHECK_MS = 15_000;
/** When to look for a save that was on its way when this page was left. */
const LEFT_WAITS_MS = [0, 150, 300, 600, 1_200, 2_400];
/** Browsers let calls of at most 64 KiB outlive their page. */
const KEEPALIVE_BYTES = 60_000;

/** What somebody else saved meanwhile. */
export interface RemoteText extends Text {
  version: number;
}

export interface SavingHost {
  userId: number;
  pageId: number;
  version: number;
  drafts: DraftPlace;
  read(): Text;
  onState(state: SaveState): void;
  onConflict(theirs: RemoteText): void;
  /** the page was saved elsewhere while nothing here was unsaved: shows that text */
  onNewer(text: Text): void;
}

interface Content {
  title: string;
  blocks: Block[];
  sync_version: number;
}

export class SaveQueue implements Keeper {
  readonly #host: SavingHost;
  #version: number;
  #base: Text;
  /** whether `#base` is what the server has in `#version` */
  #knowsBase = true;
  #isDraftKept = true;
  #sent: Text | null = null;
  #state: SaveState = { name: 'saved' };
  #running: Promise<void> | null = null;
  #again = false;
  #idle: ReturnType<typeof setTimeout> | undefined;
  #draft: ReturnType<typeof setTimeout> | undefined;
  #dirtySince = 0;
  #retryMs = RETRY_FIRST_MS;
  readonly #marker: LeaveMarker;

  constructor(host: SavingHost) {
    this.#host = host;
    this.#version = host.version;
    this.#base = host.read();
    this.#marker = new LeaveMarker(host);
    addEventListener('online', () => this.#state.name === 'offline' && this.save());
    addEventListener('focus', () => (this.#state.name === 'signed_out' ? this.#checkSignIn() : this.#catchUp()));
    addEventListener('pageshow', (event) => event.persisted && this.#catchUp());
    // Before the next page is asked for, which may be this one again; not every browser tells of it.
    for (const type of ['beforeunload', 'pagehide']) addEventListener(type, () => this.#leave());
    document.addEventListener('visibilitychange', () => document.hidden && this.#leave());
  }

  get isDirty(): boolean {
    const { title, doc } = this.#host.read();
    return title !== this.#base.title || !doc.eq(this.#base.doc);
  }

  /** Whether something is neither saved nor kept in this browser, so that closing the tab would lose it. */
  get isAtRisk(): boolean {
    return !this.#isDraftKept && this.isDirty;
  }

  /** Somebody wrote: a draft at once, a save when they pause. */
  changed(): void {
    this.#dirtySince ||= Date.now();
    this.#planDraft();
    if (this.#state.name === 'saved') this.#tell({ name: 'unsaved' });
    if (this.#state.name !== 'unsaved' && this.#state.name !== 'saving') return;
    const patience = Math.max(0, Math.min(IDLE_MS, this.#dirtySince + LONGEST_MS - Date.now()));
    this.#plan(patience);
  }

  /** Saves now; while a save is running the next one follows it. */
  save(): Promise<void> {
    clearTimeout(this.#idle);
    if (this.#running) {
      this.#again = true;
      return this.#running;
    }
    return this.#run(this.#attempt());
  }

  stored(): Promise<void> {
    return this.save();
  }

  #run(work: Promise<void>): Promise<void> {
    this.#running = work.finally(() => {
      this.#running = null;
      if (!this.#again) return;
      this.#again = false;
      if (this.#state.name === 'unsaved') void this.save();
    });
    return this.#running;
  }

  /** Shows what was saved when this page was left a moment ago: the server or a cache may have given an older text. */
  async arrive(): Promise<void> {
    const left = this.#marker.take();
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    if (left === null) return navigation?.type === 'back_forward' ? this.#catchUp() : undefined;
    for (const wait of LEFT_WAITS_MS) {
      if (this.#version > left) return;
      await new Promise((resolve) => setTimeout(resolve, wait));
      await this.#catchUp();
    }
  }

  /** While nothing is unsaved here, what was saved elsewhere is shown, so that writing on does not end in a conflict. */
  async #catchUp(): Promise<void> {
    const isIdle = () => !this.#running && this.#state.name === 'saved' && !this.isDirty;
    if (!isIdle()) return;
    try {
      const known = this.#version;
      const page = await send<{ sync_version: number }>('GET', `/api/v2/pages/${this.#host.pageId}`);
      if (page.sync_version <= known) return;
      const { title, blocks, sync_version } = await send<Content>('GET', this.#path);
      if (!isIdle() || this.#version !== known) return;
      if (title !== this.#base.title || !saysTheSame(this.#base.doc, blocks))
        this.#host.onNewer({ title, doc: toDoc(blocks) });
      this.settled(sync_version);
    } catch {
      // Withdrawn or away: the next save says so.
    }
  }

  /** Another change of the page (icon, layout) raised its version; a change in between is found by the next save. */
  raised(version: number): void {
    if (version === this.#version + 1) this.#version = version;
  }

  /** From here on the text counts as a change of that version: after a choice between two texts, or a taken draft. */
  rebase(version: number, base?: Text): void {
    // Without its text a version that has gone by is compared by people.
    this.#knowsBase = base !== undefined || version === this.#version;
    this.#version = version;
    if (base) this.#base = base;
    this.#tell({ name: 'unsaved' });
    this.#keepDraft();
  }

  /** The text is exactly what the server has in that version. */
  settled(version: number): void {
    this.#agree(version, this.#host.read());
    this.#finish();
  }

  async #attempt(): Promise<void> {
    const text = this.#host.read();
    if (!this.isDirty) return this.#finish();
    this.#tell({ name: 'saving' });
    try {
      await this.#put(text);
      this.#retryMs = RETRY_FIRST_MS;
      this.#finish();
    } catch (error) {
      await this.#failed(error);
    }
  }

  async #put(text: Text, options: { keepalive?: boolean } = {}): Promise<void> {
    this.#sent = text;
    const answer = await send<{ sync_version: number }>('PUT', this.#path, saveBody(text), {
      headers: { 'if-match': `"v${this.#version}"` },
      timeoutMs: PATIENCE_MS,
      ...options,
    });
    this.#agree(answer.sync_version, text);
    const { pageId: id } = this.#host;
    tellPageEvent({ type: 'page.updated', resource: 'page', id, version: answer.sync_version, isOwn: true });
  }

  #agree(version: number, text: Text): void {
    this.#version = version;
    this.#base = text;
    this.#knowsBase = true;
  }

  get #path(): string {
    return `/api/pages/${this.#host.pageId}/content`;
  }

  #finish(): void {
    if (this.isDirty) {
      this.#tell({ name: 'unsaved' });
      this.#dirtySince = Date.now();
      this.#plan(IDLE_MS);
      this.#planDraft();
      return;
    }
    this.#dirtySince = 0;
    clearTimeout(this.#idle);
    clearTimeout(this.#draft);
    this.#draft = undefined;
    this.#host.drafts.remove().catch(() => undefined);
    this.#tell({ name: 'saved' });
  }

  async #failed(error: unknown): Promise<void> {
    const { status, code, message } =
      error instanceof RequestError ? error : new RequestError(0, 'offline', String(error));
    this.#keepDraft();
    if (status === 412) return this.#compare();
    if (status === 401) {
      this.#tell({ name: 'signed_out' });
      setTimeout(() => this.#checkSignIn(), SIGN_IN_CHECK_MS);
    } else if (status === 0 || status >= 500 || status === 429 || code === 'csrf_failed') {
      this.#tell({ name: 'offline' });
      this.#plan(this.#retryMs);
      this.#retryMs = Math.min(this.#retryMs * 2, RETRY_MOST_MS);
    } else this.#tell({ name: 'refused', status, message: status === 422 ? refusalDetail(error) : message });
  }

  /** The version has moved: by our own save whose answer was lost, by a change beside the text, or by somebody's text. */
  async #compare(): Promise<void> {
    try {
      const content = await send<Content>('GET', this.#path);
      const isSame = (text: Text | null) =>
        text !== null && (!text.title || text.title === content.title) && saysTheSame(text.doc, content.blocks);
      if (isSame(this.#sent)) {
        this.#agree(content.sync_version, this.#sent as Text);
        return this.#finish();
      }
      if (this.#knowsBase && isSame(this.#base)) {
        this.#version = content.sync_version;
        this.#tell({ name: 'unsaved' });
        this.#again = true;
        return;
      }
      this.#tell({ name: 'conflict' });
      this.#host.onConflict({ title: content.title, doc: toDoc(content.blocks), version: content.sync_version });
    } catch (error) {
      await this.#failed(error);
    }
  }

  async #checkSignIn(): Promise<void> {
    if (this.#state.name !== 'signed_out' && this.#state.name !== 'other_user') return;
    try {
      const { id } = await send<{ id: number }>('GET', '/auth/user');
      if (id === this.#host.userId) return void this.save();
      this.#tell({ name: 'other_user' });
    } catch {
      // Still signed out, or the server is away.
    }
    setTimeout(() => this.#checkSignIn(), SIGN_IN_CHECK_MS);
  }

  /** The tab is closed or hidden, perhaps for good. */
  #leave(): void {
    if (this.#state.name === 'saved' && !this.isDirty) return;
    this.#keepDraft();
    if (this.#running || (this.#state.name !== 'unsaved' && this.#state.name !== 'offline')) return;
    const text = this.#host.read();
    const keepalive = JSON.stringify(saveBody(text)).length < KEEPALIVE_BYTES;
    this.#marker.put(this.#version);
    void this.#run(
      this.#put(text, { keepalive }).then(
        () => this.#finish(),
        (error) => this.#failed(error),
      ),
    );
  }

  #planDraft(): void {
    const write = () => this.#draft !== undefined && this.#keepDraft();
    this.#draft ??= setTimeout(
      () => globalThis.requestIdleCallback?.(write, { timeout: DRAFT_PATIENCE_MS }) ?? write(),
      DRAFT_MS,
    );
  }

  #keepDraft(): void {
    clearTimeout(this.#draft);
    this.#draft = undefined;
    const { title, doc } = this.#host.read();
    // A browser that keeps nothing (private mode, full disk) still saves to the server.
    this.#host.drafts.write({ title, doc: doc.toJSON(), version: this.#version }).then(
      () => {
        this.#isDraftKept = true;
      },
      () => {
        this.#isDraftKept = false;
      },
    );
  }

  #plan(afterMs: number): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.save(), afterMs);
  }

  #tell(state: SaveState): void {
    this.#state = state;
    this.#host.onState(state);
  }
}
