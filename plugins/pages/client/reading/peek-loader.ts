// Opens pages beside the one that is shown; what does so is loaded on first use.
import { failed } from '../../../../core/client/toast.ts';

/** Shows a page beside this one. `opener` gets the focus back. */
export const openPeekOf = (id: number, opener: HTMLElement | null): void =>
  void import('./peek.ts').then(({ openPeek }) => openPeek(id, opener)).catch(failed);
