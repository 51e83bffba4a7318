// Who is on which page, in all processes: what the faces in trees of pages are drawn from.
import { DATABASE_CHANGED } from '../../../core/events/bus.ts';
import type { App } from '../../../core/kernel/app.ts';

const CHANNEL = 'rooms.attendance';
/** How often a process says that it is still there, and how long it is believed without. */
const ALIVE_MS = 3_000;
const SILENT_MS = 12_000;
/** Of more people than these on one page the other processes are told nothing. */
const PEOPLE_MAX = 100;
/** Pages of one message: all of them full still fit into what the bus takes at once. */
const PAGES_AT_ONCE = 5;

/** Pages with the people on each; nobody: they have left. */
type Attended = [page: number, people: number[]][];

type Told = { kind: 'alive' | 'ask' | 'gone'; from: string } | { kind: 'attended'; from: string; pages: Attended };

interface Process {
  heard: number;
  pages: Map<number, number[]>;
}

export class Attendance {
  readonly #app: App;
  /** sockets of this process on each page, and whose they are */
  readonly #present = new Map<number, Map<object, number>>();
  /** the people of these */
  readonly #own = new Map<number, number[]>();
  readonly #others = new Map<string, Process>();
  readonly #changed: (pages: number[]) => void;
  #off: (() => void)[] = [];
  #timer: NodeJS.Timeout | undefined;

  /** `changed` hears of pages that somebody has come to or left, in whatever process. */
  constructor(app: App, changed: (pages: number[]) => void) {
    this.#app = app;
    this.#changed = changed;
  }

  /** On SQLite the bus ends at this process. */
  get #isShared(): boolean {
    return this.#app.database.engine === 'postgres';
  }

  start(): void {
    if (!this.#isShared) return;
    this.#off = [
      this.#app.bus.subscribe(CHANNEL, (payload) => this.#hear(JSON.parse(payload))),
      this.#app.bus.subscribe(DATABASE_CHANGED, () => this.ask()),
    ];
    this.#timer = setInterval(() => this.#beat(), ALIVE_MS).unref();
  }

  come(page: number, socket: object, person: number): void {
    const present = this.#present.get(page) ?? new Map<object, number>();
    this.#present.set(page, present.set(socket, person));
    this.#note(page, present);
  }

  go(page: number, socket: object): void {
    const present = this.#present.get(page);
    if (!present?.delete(socket)) return;
    if (!present.size) this.#present.delete(page);
    this.#note(page, present);
  }

  /** One person may have several windows. */
  #note(page: number, present: Map<object, number>): void {
    const people = [...new Set(present.values())];
    if (String(people) === String(this.#own.get(page) ?? [])) return;
    if (people.length) this.#own.set(page, people);
    else this.#own.delete(page);
    this.#changed([page]);
    this.#tellPages([[page, people]]);
  }

  /** Who is on a page, each once. */
  on(page: number): number[] {
    const elsewhere = [...this.#others.values()].flatMap(({ pages }) => pages.get(page) ?? []);
    return [...new Set([...(this.#own.get(page) ?? []), ...elsewhere])];
  }

  /** All pages on which somebody is. */
  pages(): number[] {
    const elsewhere = [...this.#others.values()].flatMap(({ pages }) => [...pages.keys()]);
    return [...new Set([...this.#own.keys(), ...elsewhere])];
  }

  /** Has the other processes tell again whom they have. */
  ask(): void {
    this.#tell({ kind: 'ask', from: this.#app.instance });
  }

  #tell(told: Told): void {
    if (!this.#isShared) return;
    this.#app.bus
      .publish(CHANNEL, JSON.stringify(told))
      .catch((error) => this.#app.log.warn({ err: error }, 'who is on pages was not told'));
  }

  #tellPages(pages: Attended): void {
    const from = this.#app.instance;
    for (let at = 0; at < pages.length; at += PAGES_AT_ONCE) {
      const some = pages.slice(at, at + PAGES_AT_ONCE);
      this.#tell({ kind: 'attended', from, pages: some.map(([page, people]) => [page, people.slice(0, PEOPLE_MAX)]) });
    }
  }

  #hear(told: Told): void {
    if (told.from === this.#app.instance) return;
    if (told.kind === 'ask') this.#tellPages([...this.#own]);
    else if (told.kind === 'gone') this.#forget(told.from);
    else this.#noteOf(told.from, told.kind === 'attended' ? told.pages : []);
  }

  #noteOf(from: string, attended: Attended): void {
    const process = this.#others.get(from) ?? { heard: 0, pages: new Map() };
    process.heard = Date.now();
    for (const [page, people] of attended)
      if (people.length) process.pages.set(page, people);
      else process.pages.delete(page);
    this.#others.set(from, process);
    if (attended.length) this.#changed(attended.map(([page]) => page));
  }

  #forget(instance: string): void {
    const pages = [...(this.#others.get(instance)?.pages.keys() ?? [])];
    this.#others.delete(instance);
    if (pages.length) this.#changed(pages);
  }

  /** A process that was killed says no goodbye: its people go when it has been silent for a while. */
  #beat(): void {
    if (this.#own.size) this.#tell({ kind: 'alive', from: this.#app.instance });
    for (const [instance, { heard, pages }] of this.#others)
      if (Date.now() - heard > SILENT_MS || !pages.size) this.#forget(instance);
  }

  stop(): void {
    clearInterval(this.#timer);
    for (const off of this.#off) off();
    if (this.#own.size) this.#tell({ kind: 'gone', from: this.#app.instance });
  }
}
