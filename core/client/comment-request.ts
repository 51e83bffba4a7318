// How one part of a page asks for a comment on what it shows; what shows comments, if anything does, hears it.

export interface CommentRequest {
  /** null: about the page as a whole */
  blockId: string | null;
  /** the text it is about, as it is now; may be empty */
  quote: string;
  /** the comment was written */
  made?(id: number): void;
  /** it was written or given up */
  ended?(): void;
}

const EVENT = 'commonplace:comment';

/** Whether somebody may comment here. */
export const takesComments = (): boolean => document.querySelector('[data-comments][data-writable]') !== null;

export const requestComment = (detail: CommentRequest): void => {
  // What is typed from now on is for the comment, and takes the place of nothing that is chosen.
  (document.activeElement as HTMLElement | null)?.blur();
  document.dispatchEvent(new CustomEvent<CommentRequest>(EVENT, { detail }));
};

export const onCommentRequest = (heard: (detail: CommentRequest) => void): void => {
  document.addEventListener(EVENT, (event) => heard((event as CustomEvent<CommentRequest>).detail));
};
