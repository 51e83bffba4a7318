// The settings of a formula: an editor that knows the properties and functions, and shows results while one types.
import { render } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { t } from '../../../../../core/client/messages.ts';
import { send } from '../../../../../core/client/request.ts';
import { type ListedChoice, SearchList } from '../../../client/database/filters/search-list.tsx';
import type { Model } from '../../../client/database/model.ts';
import type { Property, Value } from '../../../model.ts';
import type { Parts } from '../client-property-type.ts';
import { clientType } from '../client-registry.ts';
import { formulaValueText } from './client.ts';
import { CompletedField, type FieldHandle } from './client-field.tsx';
import { calledAt, type FormulaChoice, insertionOf } from './client-tokens.ts';

/** Milliseconds without a key before the service is asked. */
const REST_MS = 250;
/** And before what is being written counts as wrong. */
const DOUBT_MS = 1000;

interface FormulaFunction {
  name: string;
  group: string;
  signatures: string[];
  help: string;
  example: string;
  gives: string;
}

interface ShownFault {
  message: string;
  start: number;
  end: number;
}

interface Preview {
  fault: ShownFault | null;
  result: string | null;
  rows: { id: number; title: string; value: Value; fault: ShownFault | null }[];
}

/** Asked for once while the page is open. */
let known: Promise<FormulaFunction[]> | undefined;

function functionList(): Promise<FormulaFunction[]> {
  known ??= send<{ functions: FormulaFunction[] }>('GET', '/api/formulas/functions').then(({ functions }) => functions);
  known.catch(() => (known = undefined));
  return known;
}

/** What comes of the text, asked for when the keys rest; the answer to an earlier text is never shown for a later one. */
function usePreview(model: Model, property: Property | undefined, text: string): Preview | null {
  const [preview, setPreview] = useState<Preview | null>(null);
  useEffect(() => {
    if (!text.trim()) return setPreview(null);
    const leaving = new AbortController();
    const timer = setTimeout(() => {
      const body = { expression: text, ...(property && { property_id: property.id }) };
      send<Preview>('POST', `/api/collections/${model.id}/formula-preview`, body, { signal: leaving.signal })
        .then(setPreview)
        // Saving says what is wrong; without a connection there is nothing to show.
        .catch(() => leaving.signal.aborted || setPreview(null));
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [text]);
  return preview;
}

/** Without a fault at the caret until the keys rest for a while, or somebody has left the field: it may only be half a word. */
function useSettledFault(preview: Preview | null, caret: number): { shown: Preview | null; settle(): void } {
  const [isSettled, setSettled] = useState(false);
  useLayoutEffect(() => {
    setSettled(false);
    const timer = setTimeout(() => setSettled(true), DOUBT_MS);
    return () => clearTimeout(timer);
  }, [preview]);
  const fault = preview?.fault;
  const isDoubtful = fault && !isSettled && fault.start <= caret && caret <= Math.max(fault.end, fault.start + 1);
  return { shown: isDoubtful ? { ...preview, fault: null } : preview, settle: () => setSettled(true) };
}

function Results({ preview }: { preview: Preview | null }) {
  if (preview?.fault)
    return (
      <p class="fault" role="status">
        {preview.fault.message}
      </p>
    );
  return (
    <div class="formula-results">
      <p class="hint" role="status">
        {preview?.result
          ? t('databases.view.formula_result', {
              kind: t(`databases.view.formula_kind.${preview.result.split('<')[0]}`),
            })
          : t('databases.view.formula_hint')}
      </p>
      {preview !== null && preview.rows.length > 0 && (
        <table>
          <tbody>
            {preview.rows.map(({ id, title, value, fault }) => (
              <tr key={id}>
                <th scope="row">{title || t('databases.untitled')}</th>
                <td class={fault ? 'fault' : undefined}>{fault ? fault.message : formulaValueText(value) || '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

interface FormulaEditorProps {
  model: Model;
  property: Property | undefined;
  expression: string;
  onText(text: string): void;
}

function useChoices(model: Model, property: Property | undefined) {
  const [functions, setFunctions] = useState<FormulaFunction[]>([]);
  useEffect(() => {
    // Writing works without the list.
    functionList().then(setFunctions, () => {});
  }, []);
  const properties = useMemo(
    () => model.properties.filter(({ id, type }) => id !== property?.id && type !== 'button'),
    [model, property],
  );
  return { functions, properties };
}

function FormulaEditor({ model, property, expression, onText }: FormulaEditorProps) {
  const [text, setText] = useState(expression);
  const [caret, setCaret] = useState(expression.length);
  const { shown: preview, settle } = useSettledFault(usePreview(model, property, text), caret);
  const { functions, properties } = useChoices(model, property);
  const field = useRef<FieldHandle>(null);
  const choices: FormulaChoice[] = [
    ...properties.map((one) => ({ kind: 'property' as const, name: one.name, icon: clientType(one).icon })),
    ...functions.map(({ name }) => ({ kind: 'function' as const, name })),
    ...['true', 'false', 'and', 'or', 'not'].map((name) => ({ kind: 'word' as const, name })),
  ];
  const listed: ListedChoice[] = [
    ...properties.map((one) => ({
      ...{ key: `property ${one.name}`, label: one.name, icon: clientType(one).icon },
      group: t('databases.view.formula_properties'),
    })),
    ...functions.map(({ name, group, example }) => ({ key: `function ${name}`, label: name, note: example, group })),
  ];
  const insert = (key: string) => {
    const [kind, ...rest] = key.split(' ');
    const choice = { kind: kind as FormulaChoice['kind'], name: rest.join(' ') };
    field.current?.insert(insertionOf(choice, text.slice(caret)));
  };
  const called = calledAt(text, caret)?.toLowerCase();
  const about = functions.find(({ name }) => name.toLowerCase() === called);
  return (
    <>
      <div class="formula-main" onFocusOut={settle}>
        <CompletedField
          handle={field}
          label={t('databases.view.formula')}
          {...{ text, choices, fault: preview?.fault ?? null, properties: properties.map(({ name }) => name) }}
          onText={(now) => {
            setText(now);
            onText(now);
          }}
          onCaret={setCaret}
        />
        {about && (
          <p class="hint formula-about">
            <code>{about.signatures[0]}</code> {about.help}
          </p>
        )}
        <Results preview={text.trim() ? preview : null} />
        <p class="hint">
          <a href="/help/formulas" target="_blank" rel="noreferrer">
            {t('databases.view.formula_help')}
          </a>
        </p>
      </div>
      <details class="formula-terms" open={matchMedia('(width >= 600px)').matches}>
        <summary>{t('databases.view.formula_terms')}</summary>
        <SearchList
          label={t('databases.view.formula_find')}
          placeholder={t('databases.view.formula_find')}
          choices={listed}
          onChoose={insert}
        />
      </details>
    </>
  );
}

/** Enter alone begins a line: with Ctrl or Cmd it does what the button does. */
function submitByKey(event: KeyboardEvent): void {
  const form = (event.currentTarget as HTMLElement).closest('form');
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.isComposing || !form) return;
  event.preventDefault();
  event.stopPropagation();
  form.requestSubmit(form.querySelector<HTMLElement>('button[type="submit"]'));
}

export function formulaSettings(model: Model, { expression = '' }: Property['config'], property?: Property): Parts {
  const host = document.createElement('div');
  host.className = 'formula-editor';
  // Before the field: in a list of what may be meant Enter alone chooses.
  host.addEventListener('keydown', submitByKey, true);
  let text = expression as string;
  const onText = (now: string) => (text = now);
  render(<FormulaEditor {...{ model, property, onText }} expression={text} />, host);
  return { elements: [host], config: () => ({ expression: text }) };
}
