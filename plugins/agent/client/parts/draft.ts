// What is typed to the agent and not sent yet: kept in this tab, and there again when the panel opens the next time.

const PREFIX = 'commonplace.agent-draft.';
/** Ends the address of a panel whose composer is wanted. */
export const COMPOSE = '#compose';

/** Where the panel of a page has a draft; undefined: nowhere. */
export const draftPath = (panel: string): string | undefined =>
  sessionStorage.getItem(`${PREFIX}at.${panel}`) ?? undefined;

function store({ value, dataset }: HTMLTextAreaElement): void {
  const { draft, panel } = dataset;
  const kept: [string, string][] = [[`${PREFIX}${draft}`, value]];
  if (panel) kept.push([`${PREFIX}at.${panel}`, location.pathname + location.search]);
  for (const [key, text] of kept)
    if (value) sessionStorage.setItem(key, text);
    else sessionStorage.removeItem(key);
}

/** Puts words into a composer, and keeps them. */
export function setWords(field: HTMLTextAreaElement, words: string): void {
  field.value = words;
  store(field);
}

/** Whether a key sends what is typed; with Shift it begins a line. */
export const isSending = ({ key, shiftKey, isComposing }: KeyboardEvent): boolean =>
  key === 'Enter' && !shiftKey && !isComposing;

/** Keeps what is typed, gives back what was, and brings the caret there where the panel was opened for that. */
export function startComposer(field: HTMLTextAreaElement): void {
  field.value ||= sessionStorage.getItem(`${PREFIX}${field.dataset.draft}`) ?? '';
  field.addEventListener('input', () => store(field));
  field.form?.addEventListener('submit', (event) => {
    // A form that leaves for the conversation; where a script sends it, that says so itself.
    if (!event.defaultPrevented) setTimeout(() => sessionStorage.removeItem(`${PREFIX}${field.dataset.draft}`));
    if (!event.defaultPrevented && field.dataset.panel) sessionStorage.removeItem(`${PREFIX}at.${field.dataset.panel}`);
  });
  // Questions of a conversation are sent by a script, which has a form without a method.
  if (field.form?.method === 'post')
    field.addEventListener('keydown', (event) => {
      if (!isSending(event)) return;
      event.preventDefault();
      field.form?.requestSubmit();
    });
  const compose = () => {
    if (location.hash !== COMPOSE) return;
    history.replaceState(history.state, '', location.pathname + location.search);
    field.focus();
    field.setSelectionRange(field.value.length, field.value.length);
  };
  addEventListener('hashchange', compose);
  compose();
}
