// The page of a workspace's emoji: asks before one is removed, and proposes the name of the chosen file.
import { askBeforeForms } from '../../../core/client/form-confirmation.ts';

askBeforeForms();

const file = document.querySelector<HTMLInputElement>('#field-file');
const name = document.querySelector<HTMLInputElement>('#field-name');
file?.addEventListener('change', () => {
  const [chosen] = file.files ?? [];
  if (!chosen || !name || name.value) return;
  const proposed = chosen.name.toLowerCase().replace(/\.[a-z0-9]+$/, '');
  name.value = proposed.replace(/[^a-z0-9_+-]+/g, '_').slice(0, 64);
});
