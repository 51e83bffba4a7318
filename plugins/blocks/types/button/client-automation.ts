// The automation of a button in the browser: whether it can be started from this page, and starting it.
import { t } from '../../../../core/client/messages.ts';
import { send } from '../../../../core/client/request.ts';
import { requestKey } from '../../../../core/client/request-key.ts';
import { failed, toast } from '../../../../core/client/toast.ts';

/** One that buttons of a page may start, as the server lists them. */
export interface ButtonAutomation {
  id: number;
  /** empty for who may not see rules */
  name: string;
  enabled: boolean;
  collection_id: number | null;
}

/** What was asked for a page, for the buttons that are drawn together. */
const asked = new Map<number, Promise<ButtonAutomation[]>>();

/** The automations that may be started from a page. @throws RequestError */
export function loadButtonAutomations(pageId: number): Promise<ButtonAutomation[]> {
  const known = asked.get(pageId);
  if (known) return known;
  const coming = send<{ buttons: ButtonAutomation[] }>('GET', `/api/pages/${pageId}/buttons`).then(
    ({ buttons }) => buttons,
  );
  asked.set(pageId, coming);
  const forget = () => asked.delete(pageId);
  void coming.finally(() => setTimeout(forget, 1000)).catch(forget);
  return coming;
}

/** Why a button cannot be pressed; empty: it can. */
export async function buttonFault(pageId: number, automationId: number | null): Promise<string> {
  if (automationId === null) return t('blocks.button.unset');
  const found = (await loadButtonAutomations(pageId)).find(({ id }) => id === automationId);
  if (!found) return t('blocks.button.away');
  return found.enabled ? '' : t('blocks.button.off');
}

/** Starts the automation once and says what came of it. */
export async function startButtonAutomation(
  button: HTMLButtonElement,
  pageId: number,
  automationId: number,
): Promise<void> {
  button.disabled = true;
  try {
    const { run } = await send<{ run: { status: string; detail: string } }>(
      'POST',
      `/api/automations/${automationId}/run`,
      { page_id: pageId },
      { headers: { 'idempotency-key': requestKey() } },
    );
    toast(run.status === 'fired' ? t('blocks.button.done') : t('blocks.button.nothing', { reason: run.detail }));
  } catch (error) {
    failed(error);
  } finally {
    button.disabled = false;
  }
}
