// A notice that is to be seen after the page was loaded anew.
import { toast } from '../../../../core/client/toast.ts';

const KEY = 'commonplace:notice';

export function reloadWith(text: string): void {
  sessionStorage.setItem(KEY, text);
  location.reload();
}

export function showNotice(): void {
  const text = sessionStorage.getItem(KEY);
  if (!text) return;
  sessionStorage.removeItem(KEY);
  toast(text);
}
