// The first steps: knows the time zone already, and shows the letter of the name as the sign of the workspace.

const zone = document.querySelector<HTMLSelectElement>('[data-guess]');
if (zone && !zone.value) {
  const guess = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if ([...zone.options].some(({ value }) => value === guess)) zone.value = guess;
}

const nameField = document.querySelector<HTMLInputElement>('#field-name');
const letter = document.querySelector<HTMLElement>('.sign:first-child span');
nameField?.addEventListener('input', () => {
  if (letter) letter.textContent = (nameField.value.trim()[0] ?? 'C').toUpperCase();
});

export {};
