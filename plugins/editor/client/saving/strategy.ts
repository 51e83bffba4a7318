// What keeps the text of a page: the live document, or one save after the other where no socket gets through.

export type SaveState =
  | {
      name:
        | 'saved'
        | 'unsaved'
        | 'saving'
        | 'offline'
        /** offline before the text has come: nothing can be written yet */
        | 'waiting'
        | 'signed_out'
        | 'other_user'
        | 'conflict'
        /** of another version than the server: the page is to be loaded anew */
        | 'outdated';
    }
  /** everything is stored, and nothing more is taken */
  | { name: 'closed'; status: number }
  /** the server will not take it; `message` says why */
  | { name: 'refused'; status: number; message: string };

export interface Keeper {
  /** somebody wrote into the text, or made this the title */
  changed(title?: string): void;
  /** resolves once the server has all that is written, or cannot be reached */
  stored(): Promise<void>;
  /** saves by hand, which makes a version */
  save(): Promise<void>;
  /** something beside the text was saved as this version of the page */
  raised(version: number): void;
  /** closing the tab now would lose something */
  readonly isAtRisk: boolean;
}
