// Remembers in this tab that a page was left while a save was on its way, so that the next visit waits for that save.

export class LeaveMarker {
  readonly #key: string;

  constructor({ userId, pageId }: { userId: number; pageId: number }) {
    this.#key = `commonplace.left:${userId}:${pageId}`;
  }

  /** `version` is the one that the save replaces. */
  put(version: number): void {
    try {
      sessionStorage.setItem(this.#key, String(version));
    } catch {
      // Storage may be full or switched off; the text is in the draft all the same.
    }
  }

  /** The version, once; null when nothing was on its way. */
  take(): number | null {
    try {
      const version = sessionStorage.getItem(this.#key);
      sessionStorage.removeItem(this.#key);
      return version === null ? null : Number(version);
    } catch {
      return null;
    }
  }
}
