// Rooms of synced blocks that nothing on the page shows: one drawn anew goes on where it was, and what was written goes out.
import type { LiveEditor } from '../live/live-editor.ts';
import type { SyncedFound } from '../views/synced-view.ts';

/** The document of a synced block, and what the service said of it. */
export interface SyncedRoom {
  found: SyncedFound;
  live: LiveEditor;
  /** where somebody wrote in it when it was drawn anew, as ProseMirror keeps selections */
  selection?: unknown;
}

const EMPTY_MS = 1_000;

interface Left {
  id: number;
  room: SyncedRoom;
  timer: ReturnType<typeof setTimeout> | undefined;
}

const empty: Left[] = [];

/** The room of a block that has just left the page, as one does that is drawn anew. */
export function takeRoom(id: number): SyncedRoom | undefined {
  const at = empty.findIndex((one) => one.id === id);
  if (at < 0) return undefined;
  const [taken] = empty.splice(at, 1);
  clearTimeout(taken?.timer);
  return taken?.room;
}

/** Stays open for a moment, and for as long as something written in it is on its way. */
export function leaveRoom(id: number, room: SyncedRoom): void {
  const { live } = room;
  live.hide();
  const left: Left = { id, room, timer: undefined };
  const close = () => {
    if (live.isOver || live.isStored) {
      empty.splice(empty.indexOf(left), 1);
      live.leave();
    } else left.timer = setTimeout(close, EMPTY_MS);
  };
  empty.push(left);
  if (live.isOver) close();
  else left.timer = setTimeout(close, EMPTY_MS);
}
