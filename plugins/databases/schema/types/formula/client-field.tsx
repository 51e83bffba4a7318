// The field that a formula is written in: its parts in colours, its fault underlined, and a list of what may be meant.
import type { RefObject } from 'preact';
import { useEffect, useId, useImperativeHandle, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../../../../../core/client/icon.tsx';
import { type Completion, completionAt, type FormulaChoice, formulaParts, insertionOf } from './client-tokens.ts';

export interface FieldHandle {
  /** writes at the caret */
  insert(insertion: { text: string; caret: number }): void;
}

interface CompletedFieldProps {
  handle: RefObject<FieldHandle | null>;
  label: string;
  text: string;
  /** names of the properties that can be used */
  properties: string[];
  choices: FormulaChoice[];
  fault: { start: number; end: number } | null;
  onText(text: string): void;
  onCaret(caret: number): void;
}

const ICONS = { property: 'tag', function: 'code', word: 'type' } as const;

/** Puts text in place of a part, so that the browser can take it back. */
function write(field: HTMLTextAreaElement, start: number, end: number, text: string): void {
  field.focus();
  field.setSelectionRange(start, end);
  // Its successors keep no history.
  if (!document.execCommand('insertText', false, text)) field.setRangeText(text, start, end, 'end');
}

/** Where the character at `offset` stands inside of `box`. */
function placeOf(box: HTMLElement, offset: number): { left: number; top: number } {
  const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  let left = offset;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const length = node.textContent?.length ?? 0;
    if (left > length) {
      left -= length;
      continue;
    }
    const range = document.createRange();
    range.setStart(node, left);
    const [at, around] = [range.getBoundingClientRect(), box.getBoundingClientRect()];
    return { left: at.left - around.left, top: at.bottom - around.top };
  }
  return { left: 0, top: box.offsetHeight };
}

interface ChoicesProps {
  id: string;
  label: string;
  completion: Completion;
  active: number;
  at: { left: number; top: number };
  onChoose(choice: FormulaChoice): void;
}

function Choices({ id, label, completion, active, at, onChoose }: ChoicesProps) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const box = list.current as HTMLDivElement;
    const room = (box.offsetParent as HTMLElement).clientWidth - box.offsetWidth;
    box.style.left = `${Math.max(0, Math.min(at.left, room))}px`;
    box.style.top = `${at.top}px`;
  });
  return (
    <div ref={list} id={id} role="listbox" aria-label={label} class="formula-choices panel">
      {completion.choices.map((choice, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus, and names what is active
        // biome-ignore lint/a11y/useKeyWithClickEvents: keys are those of the field
        <div
          key={`${choice.kind} ${choice.name}`}
          role="option"
          id={`${id}-${index}`}
          class={index === active ? 'menu-item active' : 'menu-item'}
          aria-selected={index === active}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(choice)}
        >
          <Icon icon={choice.icon ?? ICONS[choice.kind]} />
          <span class="menu-label">{choice.name}</span>
        </div>
      ))}
    </div>
  );
}

/** The text as it looks, below the field whose own letters are clear. */
function ColouredText({ text, properties, fault }: Pick<CompletedFieldProps, 'text' | 'properties' | 'fault'>) {
  return (
    <>
      {formulaParts(text, properties, fault).map(({ look, text: part, isFaulty }, index) => (
        <span key={index} class={`formula-${look}${isFaulty ? ' formula-fault' : ''}`}>
          {part}
        </span>
      ))}
      {'\u200b'}
    </>
  );
}

export function CompletedField({ handle, label, text, choices, onText, onCaret, ...looks }: CompletedFieldProps) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const shown = useRef<HTMLPreElement>(null);
  const [completion, setCompletion] = useState<Completion | null>(null);
  const [active, setActive] = useState(0);
  const [at, setAt] = useState({ left: 0, top: 0 });
  const suggest = (isAsked = false) => {
    const { value, selectionStart, selectionEnd } = field.current as HTMLTextAreaElement;
    const isPoint = selectionStart === selectionEnd;
    setCompletion(isPoint ? completionAt(value, selectionStart, choices, isAsked) : null);
    setActive(0);
  };
  const insert = ({ text: made, caret }: { text: string; caret: number }, span?: { start: number; end: number }) => {
    const box = field.current as HTMLTextAreaElement;
    const [start, end] = span ? [span.start, span.end] : [box.selectionStart, box.selectionEnd];
    write(box, start, end, made);
    box.setSelectionRange(start + caret, start + caret);
    onText(box.value);
    onCaret(start + caret);
    setCompletion(null);
  };
  useImperativeHandle(handle, () => ({ insert: (made) => insert(made) }));
  useLayoutEffect(() => {
    if (completion && shown.current) setAt(placeOf(shown.current, completion.span.start));
  }, [completion]);
  // What can be written comes while somebody may be writing already.
  useEffect(() => {
    if (field.current === document.activeElement && text) suggest();
  }, [choices.length]);
  const choose = (choice: FormulaChoice) => {
    if (completion) insert(insertionOf(choice, text.slice(completion.span.end)), completion.span);
  };
  const obey = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    if (event.key === ' ' && event.ctrlKey) {
      event.preventDefault();
      return suggest(true);
    }
    if (!completion) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const { length } = completion.choices;
    if (step) setActive((active + step + length) % length);
    else if (event.key === 'Escape') setCompletion(null);
    else if (event.key === 'Enter' || event.key === 'Tab') choose(completion.choices[active] as FormulaChoice);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="formula-field">
      <pre ref={shown} aria-hidden="true">
        <ColouredText {...{ text, ...looks }} />
      </pre>
      <textarea
        ref={field}
        data-first=""
        aria-label={label}
        aria-autocomplete="list"
        aria-controls={completion ? id : undefined}
        aria-activedescendant={completion ? `${id}-${active}` : undefined}
        aria-invalid={looks.fault ? true : undefined}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        maxLength={10_000}
        value={text}
        onInput={({ currentTarget }) => {
          onText(currentTarget.value);
          suggest();
        }}
        onKeyDown={obey}
        onKeyUp={({ currentTarget }) => onCaret(currentTarget.selectionStart)}
        onClick={({ currentTarget }) => {
          onCaret(currentTarget.selectionStart);
          setCompletion(null);
        }}
        onBlur={() => setCompletion(null)}
      />
      {completion && <Choices {...{ id, label, completion, active, at }} onChoose={choose} />}
    </div>
  );
}
