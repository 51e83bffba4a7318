// The rail of versions: who wrote each of them, and those that the same people saved in one go as one entry, by days.
import { clockText, dayText, languageTag } from '../../../core/i18n/date-format.ts';
import type { ShownMoment } from '../../../core/i18n/elapsed-time.ts';
import { shownMoment } from '../../../core/i18n/relative-time.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { accounts } from '../../auth/contract.ts';
import { type VersionFilter, type VersionRow, versionStore } from './version-store.ts';

/** Longest pause within a session. */
const PAUSE_MS = 30 * 60_000;

export interface Authors {
  /** in words; empty when the reader may know of none of them */
  by: string;
  faces: { name: string; avatar_url: string }[];
}

interface RailVersion extends Authors {
  id: number;
  note: string;
  moment: ShownMoment;
  /** the time of its day */
  clock: string;
}

/** An entry of the rail: its newest version, and all of them when there are several. */
interface Session extends RailVersion {
  /** id of the oldest one */
  first: number;
  versions: RailVersion[];
}

/** Those of each list whom the reader may know of. */
export async function knownAuthors(ctx: Ctx, lists: number[][]): Promise<Authors[]> {
  const people = await ctx.use(accounts).known(ctx, [...new Set(lists.flat())]);
  const inWords = new Intl.ListFormat(languageTag(ctx.locale));
  const faces = new Map(
    people.map((one) => [one.id, { name: one.full_name || one.login, avatar_url: one.avatar_url }]),
  );
  return lists.map((ids) => {
    const found = ids.flatMap((id) => faces.get(id) ?? []);
    return { by: inWords.format(found.map(({ name }) => name)), faces: found };
  });
}

/** Entries under the day of their versions, in the reader's time zone; newest first, as the rows are. */
export async function sessionsByDay(
  ctx: Ctx,
  rows: VersionRow[],
  only: VersionFilter = 'all',
): Promise<{ day: string; sessions: Session[] }[]> {
  const authors = await versionStore.authors(ctx, rows);
  const known = await knownAuthors(
    ctx,
    rows.map(({ id }) => authors.get(id) ?? []),
  );
  const shown = new Map(
    rows.map((row, at) => [
      row.id,
      {
        ...known[at]!,
        id: row.id,
        note: row.note,
        moment: shownMoment(ctx, row.created_at),
        clock: clockText(ctx, row.created_at),
      },
    ]),
  );
  const people = (id: number): string => [...(authors.get(id) ?? [])].sort((a, b) => a - b).join();
  return [...Map.groupBy(rows, ({ created_at }) => dayText(ctx, created_at))].map(([day, ofDay]) => ({
    day,
    // Of those that are picked out, neighbours are none.
    sessions: (only === 'all' ? inSessions(ofDay, people) : ofDay.map(({ id }) => [id])).map((ids) =>
      sessionOf(ids.map((id) => shown.get(id)!)),
    ),
  }));
}

function sessionOf(versions: RailVersion[]): Session {
  return { ...versions[0]!, first: versions.at(-1)!.id, versions };
}

/** Ids of neighbouring versions of the same people. One with a note was kept on purpose and stands by itself. */
export function inSessions(rows: VersionRow[], people: (id: number) => string): number[][] {
  const sessions: number[][] = [];
  for (const [at, row] of rows.entries()) {
    const newer = rows[at - 1];
    const pause = newer ? Date.parse(newer.created_at) - Date.parse(row.created_at) : 0;
    const goesOn = newer && !newer.note && !row.note && pause <= PAUSE_MS && people(newer.id) === people(row.id);
    if (goesOn) sessions.at(-1)!.push(row.id);
    else sessions.push([row.id]);
  }
  return sessions;
}
