// An answer while it comes, as plain text; whoever listens to the page hears it by the sentence.
import { t } from '../../../../core/client/messages.ts';
import type { RunMessage } from './event-reader.ts';

export type LivePart =
  | { kind: 'question'; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'call'; id: string; name: string; isOk: boolean | null };

export function withTold(before: LivePart[], { type, data }: RunMessage): LivePart[] {
  const last = before.at(-1);
  if (type === 'text' && last?.kind === 'text')
    return [...before.slice(0, -1), { kind: 'text', text: last.text + (data.delta ?? '') }];
  if (type === 'text') return [...before, { kind: 'text', text: data.delta ?? '' }];
  if (type === 'tool_call')
    return [...before, { kind: 'call', id: data.call_id ?? '', name: data.name ?? '', isOk: null }];
  if (type !== 'tool_result') return before;
  return before.map((part) =>
    part.kind === 'call' && part.id === data.call_id ? { ...part, isOk: data.ok ?? false } : part,
  );
}

/** The last sentence that is finished. */
function lastSentence(parts: LivePart[]): string {
  const text = parts.findLast((part) => part.kind === 'text')?.text ?? '';
  return /[^.!?。]*[.!?。](?=\s|$)/g[Symbol.match](text)?.at(-1)?.trim() ?? '';
}

/** Models call what does not exist, too: that is shown as they call it. */
function toolWords(name: string): string {
  const key = `agent.live.tool.${name}`;
  const words = t(key);
  return words === key ? name.slice(0, 60) : words;
}

const signOf = (isOk: boolean | null): string => (isOk === null ? '…' : isOk ? '✓' : '✕');

export function LiveAnswer({ parts, isBusy }: { parts: LivePart[]; isBusy: boolean }) {
  return (
    <div role="log" aria-label={t('agent.live.log')} aria-busy={isBusy}>
      <div aria-live="off">
        {parts.map((part, at) =>
          part.kind === 'call' ? (
            <p key={at} class="meta">
              <span aria-hidden="true">{signOf(part.isOk)}</span> {toolWords(part.name)}
            </p>
          ) : (
            <div key={at} class={part.kind === 'question' ? 'agent-question' : 'agent-answer'}>
              <p class="agent-words">{part.text}</p>
            </div>
          ),
        )}
        {isBusy && <p class="meta">{t('agent.live.working')}</p>}
      </div>
      <p class="hidden" role="status">
        {lastSentence(parts)}
      </p>
    </div>
  );
}
