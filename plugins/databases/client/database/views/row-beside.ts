// Which row is shown beside its view, as the page around both says it.

const root = document.documentElement;

export const isShownBeside = ({ id }: { id: number }): boolean => root.dataset.peekPage === String(id);

/** Calls when another row is shown beside, or none any more. */
export function onRowBeside(heard: () => void, signal?: AbortSignal): void {
  const seen = new MutationObserver(heard);
  seen.observe(root, { attributeFilter: ['data-peek-page'] });
  signal?.addEventListener('abort', () => seen.disconnect());
}
