// The pages of groups and guests: what takes much away asks first, and what is chosen counts at once.
import { on } from '../../../core/client/dom.ts';
import { askBeforeForms, submitChoices } from '../../../core/client/form-confirmation.ts';

// The event of opening would come after the first keys of whoever types at once.
on(document, 'click', '.title-form > summary', (event, { parentElement: form }) => {
  event.preventDefault();
  if (form?.toggleAttribute('open')) form.querySelector<HTMLElement>('input:not([type="hidden"])')?.focus();
});
askBeforeForms();
submitChoices();
