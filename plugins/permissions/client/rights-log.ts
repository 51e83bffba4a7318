// The record of rights in the browser: what is chosen above filters the list at once, where it stands.
import { askPage } from '../../../core/client/fetch-document.ts';
import { failed } from '../../../core/client/toast.ts';

const form = document.querySelector<HTMLFormElement>('#audit-filter');
let latest = '';

async function filter(chosen: HTMLFormElement): Promise<void> {
  const wanted = [...new FormData(chosen)].filter(([, value]) => value) as [string, string][];
  const address = `${chosen.getAttribute('action')}?${new URLSearchParams(wanted)}`;
  latest = address;
  const list = (await askPage(address)).querySelector('#audit-list');
  // Of several answers the one counts that was asked for last.
  if (!list || latest !== address) return;
  document.querySelector('#audit-list')?.replaceWith(document.adoptNode(list));
  history.replaceState(history.state, '', address);
}

form?.addEventListener('change', () => void filter(form).catch(failed));
