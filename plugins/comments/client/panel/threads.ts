// The comments of the page as the panel has them: read from the server, grouped into threads, changed one at a time.

import { send } from '../../../../core/client/request.ts';
import type { ShownMoment } from '../../../../core/i18n/elapsed-time.ts';

export interface CommentPerson {
  id: number;
  name: string;
  avatar_url: string;
}

export interface PanelComment {
  id: number;
  parent_id: number | null;
  block_id: string | null;
  quote: string;
  body: string;
  author_id: number | null;
  resolved_at: string | null;
  reactions: { emoji: string; user_ids: number[] }[];
  created_at: string;
  updated_at: string;
  /** when, as the reader writes it */
  moment: ShownMoment;
}

export interface Thread {
  first: PanelComment;
  answers: PanelComment[];
}

interface Answer {
  comments: PanelComment[];
  people: Record<string, CommentPerson>;
  may: { comment: boolean; remove: boolean };
}

export interface CommentDraft {
  body: string;
  parent_id?: number;
  block_id?: string | null;
  quote?: string;
}

export class Threads {
  readonly pageId: number;
  readonly userId: number;
  readonly #changed: () => void;
  #answer: Answer = { comments: [], people: {}, may: { comment: false, remove: false } };
  #last = '';

  constructor(pageId: number, userId: number, changed: () => void) {
    this.pageId = pageId;
    this.userId = userId;
    this.#changed = changed;
  }

  get may(): Answer['may'] {
    return this.#answer.may;
  }

  get people(): Record<string, CommentPerson> {
    return this.#answer.people;
  }

  all(): Thread[] {
    const { comments } = this.#answer;
    return comments
      .filter(({ parent_id }) => parent_id === null)
      .map((first) => ({ first, answers: comments.filter(({ parent_id }) => parent_id === first.id) }));
  }

  open(): Thread[] {
    return this.all().filter(({ first }) => !first.resolved_at);
  }

  /** the thread that a comment belongs to */
  threadOf(commentId: number): Thread | undefined {
    return this.all().find(({ first, answers }) => [first, ...answers].some(({ id }) => id === commentId));
  }

  async load(): Promise<void> {
    const answer = await send<Answer>('GET', `/api/pages/${this.pageId}/comments`);
    const text = JSON.stringify(answer);
    if (text === this.#last) return;
    this.#last = text;
    this.#answer = answer;
    this.#changed();
  }

  findPeople(q: string): Promise<CommentPerson[]> {
    const path = `/api/pages/${this.pageId}/comments/people?q=${encodeURIComponent(q)}`;
    return send<{ people: CommentPerson[] }>('GET', path).then(({ people }) => people);
  }

  async add(comment: CommentDraft): Promise<number> {
    const { id } = await send<PanelComment>('POST', `/api/v2/pages/${this.pageId}/comments`, comment);
    await this.load();
    return id;
  }

  async edit(id: number, body: string): Promise<void> {
    await send('PATCH', `/api/v2/comments/${id}`, { body });
    await this.load();
  }

  async remove(id: number): Promise<void> {
    await send('DELETE', `/api/v2/comments/${id}`);
    await this.load();
  }

  async resolve(id: number, resolved: boolean): Promise<void> {
    await send('POST', `/api/v2/comments/${id}/resolve`, { resolved });
    await this.load();
  }

  async react(id: number, emoji: string): Promise<void> {
    await send('POST', `/api/v2/comments/${id}/reactions`, { emoji });
    await this.load();
  }
}
