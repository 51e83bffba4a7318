// What a conversation remembers: one line an exchange, made without asking a model, and given to its next run as data.
import type { Ctx } from '../../../core/kernel/context.ts';
import { type Conversation, type MemoryNote, NOTE_MAX, NOTES_MAX } from '../model.ts';
import { noteStore } from './note-store.ts';

/** Bounds of the specification (Limits). */
const QUESTION_MAX = 180;
const BLOCK_MAX = 4000;
/** In front of what is left of a block that was cut. */
const CUT = '[…] ';

const line = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** At most so many characters, of which none is half of a pair. */
function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** `2026-11-25 What is new? → Three pages.` */
export function exchangeNote(day: string, question: string, answer: string): string {
  return shortened(`${day} ${shortened(line(question), QUESTION_MAX)} → ${line(answer)}`, NOTE_MAX);
}

/** The notes as one text; of a longer one the newest end is kept, behind a marker. */
export function memoryBlock(notes: Pick<MemoryNote, 'text'>[]): string {
  const whole = notes.map(({ text }) => text).join('\n');
  if (whole.length <= BLOCK_MAX) return whole;
  return CUT + whole.slice(CUT.length - BLOCK_MAX).replace(/^[\udc00-\udfff]/, '');
}

/** What there is for the next run; nothing where the person switched it off. */
export async function recalled(ctx: Ctx, { id, memory_enabled }: Conversation): Promise<string> {
  return memory_enabled ? memoryBlock(await noteStore.of(ctx, id)) : '';
}

export async function rememberExchange(
  ctx: Ctx,
  conversation: Conversation,
  question: string,
  answer: string,
): Promise<void> {
  if (!conversation.memory_enabled) return;
  const note = exchangeNote(ctx.now().slice(0, 10), question, answer);
  await ctx.tx((tx) => noteStore.add(tx, conversation.id, note, NOTES_MAX));
}

export interface Memory {
  enabled: boolean;
  notes: MemoryNote[];
  /** as the next run is given it */
  block: string;
}

export async function memoryOf(ctx: Ctx, { id, memory_enabled }: Conversation): Promise<Memory> {
  const notes = await noteStore.of(ctx, id);
  return { enabled: memory_enabled, notes, block: memoryBlock(notes) };
}

/** These notes and no others, in this order; one that is there keeps its date. */
export async function changeMemory(
  ctx: Ctx,
  conversation: Conversation,
  notes: { id?: number; text: string }[],
): Promise<Memory> {
  return ctx.tx(async (tx) => {
    const dates = new Map((await noteStore.of(tx, conversation.id)).map((one) => [one.id, one.created_at]));
    const kept = notes.map(({ id, text }) => ({ text, created_at: dates.get(id ?? 0) ?? tx.now() }));
    await noteStore.replace(tx, conversation.id, kept);
    return memoryOf(tx, conversation);
  });
}
