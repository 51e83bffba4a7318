// The live part of a conversation: the next question, the answer while it comes, and how much of it is left today.
import { useEffect, useRef, useState } from 'preact/hooks';
import { island } from '../../../core/client/island.ts';
import { t } from '../../../core/client/messages.ts';
import { send } from '../../../core/client/request.ts';
import { isSending, setWords } from './parts/draft.ts';
import { followRun, type RunMessage } from './parts/event-reader.ts';
import { LiveAnswer, type LivePart, withTold } from './parts/live-answer.tsx';
import { onActs, refreshLog } from './parts/log.ts';
import { onConversationProgress, tellConversation } from './parts/tab-channel.ts';

interface Props {
  id: number;
  isReady: boolean;
  runId: number;
  watchAfter: number | null;
  lastEvent: number;
  left: number;
  /** under which what is typed is kept */
  draft: string;
  /** of the panel beside a page; empty: it is a page of its own */
  panel: string;
}

/** By hand: `scrollIntoView` would also let the first Tab begin there, behind the link to the content. */
function showComposer(): void {
  // The composer itself sticks where it is seen already, what holds it does not.
  const end = document.querySelector('.agent-live')?.getBoundingClientRect().bottom;
  const foot = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingBottom) || 0;
  if (end !== undefined) window.scrollBy(0, end + foot - window.innerHeight);
}

function Agent(props: Props) {
  const [parts, setParts] = useState<LivePart[]>([]);
  const [isBusy, setBusy] = useState(props.watchAfter !== null);
  const [message, setMessage] = useState('');
  const [left, setLeft] = useState(props.left);
  const run = useRef({ runId: props.runId, lastEvent: props.lastEvent });
  /** as it is now, for whoever hears of something while this was drawn earlier */
  const busy = useRef(props.watchAfter !== null);
  /** while the log is drawn anew: what comes meanwhile is done after it */
  const drawing = useRef<{ again: boolean; asked: boolean } | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);

  const hear = (told: RunMessage) => {
    run.current = { runId: told.data.run_id ?? run.current.runId, lastEvent: told.id };
    if (told.type === 'run') tellConversation({ conversation: props.id });
    // What was told before this page was made is in its figure already.
    if (told.data.left !== undefined && told.id > props.lastEvent) setLeft(told.data.left);
    setParts((before) => withTold(before, told));
  };
  const work = (isBusy_: boolean) => {
    busy.current = isBusy_;
    setBusy(isBusy_);
  };
  const watch = async (begin: { text: string } | { after: number }) => {
    work(true);
    setMessage('');
    setParts('text' in begin ? [{ kind: 'question', text: begin.text }] : []);
    try {
      await followRun(props.id, begin, hear);
      tellConversation({ conversation: props.id });
    } catch (error) {
      setMessage((error as Error).message);
      if ('text' in begin && field.current && !field.current.value) setWords(field.current, begin.text);
    }
    work(false);
    await catchUp();
  };
  /** what was said and decided meanwhile, here or in another tab, and what is going now */
  const catchUp = async () => {
    if (busy.current) return;
    if (drawing.current) {
      drawing.current.again = true;
      return;
    }
    const now = { again: false, asked: false };
    drawing.current = now;
    const log = await refreshLog().catch((error) => setMessage((error as Error).message));
    drawing.current = null;
    // Asked, decided or gone on with meanwhile: what is said of that is not to be lost.
    if (busy.current) return;
    setParts([]);
    if (log) run.current = log;
    if (log && log.watchAfter !== null) await watch({ after: log.watchAfter });
    else if (now.asked) ask();
    else if (now.again) await catchUp();
  };
  /** does something to the run, and hears what comes of it where it goes on */
  const act = async (what: 'decisions' | 'continue', body?: object) => {
    const { runId, lastEvent } = run.current;
    try {
      const { status } = await send<{ status: string }>('POST', `/api/agent/runs/${runId}/${what}`, body);
      if (status === 'running') return await watch({ after: lastEvent });
      tellConversation({ conversation: props.id });
    } catch (error) {
      setMessage((error as Error).message);
    }
    // Also of what could not be done, since somebody else has decided it first.
    await catchUp();
  };
  useEffect(() => {
    if (props.watchAfter !== null) void watch({ after: props.watchAfter });
  }, []);
  useEffect(() => onConversationProgress(props.id, () => void catchUp()));
  // What comes last is in sight, and the composer sticks below it.
  useEffect(showComposer, [parts]);
  useEffect(() =>
    onActs({
      decide: (decision) => void act('decisions', { decisions: [decision] }),
      goOn: () => void act('continue'),
    }),
  );
  const ask = () => {
    const text = field.current?.value.trim() ?? '';
    if (!text || busy.current || !field.current) return;
    if (drawing.current) {
      drawing.current.asked = true;
      return;
    }
    setWords(field.current, '');
    void watch({ text });
  };
  const stop = () =>
    void send('POST', `/api/agent/runs/${run.current.runId}/stop`).catch((error) => setMessage(error.message));
  return (
    <div class="agent-live scripted">
      <LiveAnswer parts={parts} isBusy={isBusy} />
      <form
        class="agent-composer stack"
        onSubmit={(event) => {
          event.preventDefault();
          ask();
        }}
      >
        {message && (
          <p class="banner" role="alert">
            {message}
          </p>
        )}
        <label class="hidden" for="agent-question">
          {t('agent.live.ask')}
        </label>
        <textarea
          id="agent-question"
          ref={field}
          rows={2}
          data-draft={props.draft}
          data-panel={props.panel || undefined}
          maxLength={20_000}
          placeholder={t('agent.live.ask')}
          disabled={!props.isReady}
          onKeyDown={(event) => {
            if (!isSending(event)) return;
            event.preventDefault();
            ask();
          }}
        />
        <p class="button-row">
          <span class="meta">{t('agent.live.left', { count: left })}</span>
          {isBusy ? (
            <button type="button" class="button" onClick={stop}>
              {t('agent.live.stop')}
            </button>
          ) : (
            <button type="submit" class="button primary" disabled={!props.isReady}>
              {t('agent.live.send')}
            </button>
          )}
        </p>
      </form>
    </div>
  );
}

export default island('agent', Agent);
