// Stars as fields: chosen also by digits, and taken back by a press on the chosen one, by 0, Backspace and Delete.

const fieldsIn = (group: Element): HTMLInputElement[] => [
  ...group.querySelectorAll<HTMLInputElement>('input:not([value=""])'),
];

/** How many the digits mean that were typed, the last one alone where all of them are too many; 0 is none. */
export function starsTyped(typed: string, most: number): number | undefined {
  const digits = typed.replace(/\D/g, '');
  return [digits, digits.slice(-1)]
    .filter(Boolean)
    .map(Number)
    .find((count) => count <= most);
}

export function chooseStars(group: Element, count: number): void {
  const fields = fieldsIn(group);
  for (const field of fields) field.checked = Number(field.value) === count;
  fields[Math.max(0, count - 1)]?.focus();
  group.dispatchEvent(new Event('input', { bubbles: true }));
}

/** @param begun digits that were typed before */
export function obeyStars(root: HTMLElement, begun = ''): void {
  let digits = begun;
  root.addEventListener('keydown', (event) => {
    const group = (event.target as Element).closest('.stars');
    if (!group || event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^\d$/.test(event.key)) digits += event.key;
    else digits = /^(Backspace|Delete)$/.test(event.key) ? '0' : '';
    const count = starsTyped(digits, fieldsIn(group).length);
    if (count === undefined) return;
    event.preventDefault();
    chooseStars(group, count);
  });
  root.addEventListener('click', (event) => {
    const label = (event.target as Element).closest('.stars label');
    const field = label?.querySelector<HTMLInputElement>('input:checked:not([value=""])');
    // Arrows click, too, but at no place.
    if (!label || !field || !event.detail || event.target === field) return;
    event.preventDefault();
    chooseStars(label.parentElement as Element, 0);
  });
}
