// Answers of a form that somebody is filling in, carried into the form as it is drawn anew.

/** What is chosen and written so far, by the names of all fields. */
export type FormAnswers = Map<string, string[]>;

/** Files are left out: a page cannot put them into a field. */
export function readAnswers(form: HTMLFormElement): FormAnswers {
  const names = [...form.elements].map((field) => (field as HTMLInputElement).name).filter(Boolean);
  const answers: FormAnswers = new Map(names.map((name) => [name, []]));
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') answers.get(name)?.push(value);
  return answers;
}

/** Puts answers into fields of the same names; what is hidden and what is new in the form stays as it was drawn. */
export function writeAnswers(form: HTMLFormElement, answers: FormAnswers): void {
  const left = new Map([...answers].map(([name, values]) => [name, [...values]]));
  for (const field of form.elements) {
    if (
      !(field instanceof HTMLInputElement || field instanceof HTMLSelectElement || field instanceof HTMLTextAreaElement)
    )
      continue;
    const given = answers.get(field.name);
    if (!given) continue;
    if (field instanceof HTMLSelectElement) for (const one of field.options) one.selected = given.includes(one.value);
    else if (field.type === 'radio' || field.type === 'checkbox')
      (field as HTMLInputElement).checked = given.includes(field.value);
    else if (field.type !== 'hidden' && field.type !== 'file') field.defaultValue = left.get(field.name)?.shift() ?? '';
  }
}
