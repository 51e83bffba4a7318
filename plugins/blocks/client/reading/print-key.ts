// The key by which browsers print: they do it at once, so what a page still has to fetch for paper it fetches before.

export const isPrintKey = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === 'p';
