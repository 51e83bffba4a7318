// What every way of speaking to a model has in common: what is asked, and the parts in which an answer comes.
import type { WantedCall } from '../model.ts';
import type { ModelSettings } from '../settings.ts';

/** What was said so far, oldest first. */
export type ModelMessage =
  | { role: 'user'; text: string }
  | { role: 'assistant'; text: string; calls: WantedCall[] }
  | { role: 'tool'; text: string; callId: string; name: string };

export interface OfferedTool {
  name: string;
  description: string;
  /** JSON Schema of its arguments */
  parameters: object;
}

export interface ModelQuestion {
  system: string;
  messages: ModelMessage[];
  tools: OfferedTool[];
  /** tokens of the answer */
  most: number;
}

export type ModelPart =
  | { type: 'text'; text: string }
  | { type: 'call'; call: WantedCall }
  | { type: 'usage'; in?: number; out?: number }
  /** `isCut`: it was longer than it may be, and breaks off */
  | { type: 'end'; isCut?: boolean };

/** Why no answer came, or not all of it; the message is for people and holds nothing of what was sent. */
export class ModelFault extends Error {
  readonly code: 'model_unreachable' | 'model_refused' | 'model_silent' | 'model_broken' | 'model_cut';

  constructor(code: ModelFault['code'], message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

export const broken = (cause?: unknown): ModelFault =>
  new ModelFault('model_broken', 'The answer of the model broke off or could not be understood.', cause);

/** What came of it may be read, and never taken for the whole. */
export const cutOff = (): ModelFault =>
  new ModelFault('model_cut', 'The answer was too long and breaks off. Ask about less at once.');

export const bearer = (key: string): Record<string, string> => (key ? { authorization: `Bearer ${key}` } : {});

/** One way of speaking: how a question is sent, and how what comes back is read. */
export interface ModelDialect {
  request(
    question: ModelQuestion,
    settings: ModelSettings,
  ): { path: string; headers: Record<string, string>; body: object };
  /** reads an answer that comes piece by piece. @throws ModelFault, SyntaxError, TypeError for what is none */
  pieces(body: AsyncIterable<string>): AsyncIterable<ModelPart>;
  /** reads an answer that came at once. @throws TypeError for what is none */
  whole(answer: unknown): ModelPart[];
}

/** Calls that come in pieces, by their place in the answer. */
export class CallPieces {
  readonly #calls = new Map<number, WantedCall>();

  add(at: number, { id, name, text }: { id?: string; name?: string; text?: string }): void {
    const known = this.#calls.get(at) ?? { id: '', name: '', arguments: '' };
    this.#calls.set(at, {
      id: known.id || (id ?? ''),
      name: known.name || (name ?? ''),
      arguments: known.arguments + (text ?? ''),
    });
  }

  parts(): ModelPart[] {
    return [...this.#calls].map(([at, call]) => ({ type: 'call', call: { ...call, id: call.id || `call_${at}` } }));
  }
}
