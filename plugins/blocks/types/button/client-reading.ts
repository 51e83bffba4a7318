// Buttons of a page that is only read: pressed where their automation may be started, else they say why not.
import { el } from '../../../../core/client/dom.ts';
import { buttonFault, startButtonAutomation } from './client-automation.ts';

/** @throws RequestError */
export async function enableButton(button: HTMLButtonElement, pageId: number): Promise<void> {
  const automationId = Number(button.dataset.automation);
  delete button.dataset.automation;
  const fault = await buttonFault(pageId, automationId);
  if (fault) return void button.after(el('span', { class: 'hint' }, fault));
  button.disabled = false;
  button.addEventListener('click', () => void startButtonAutomation(button, pageId, automationId));
}
