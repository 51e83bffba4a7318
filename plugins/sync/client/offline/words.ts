// Words of what is rarely said, loaded before it is.

/** Pages name the script with them where they show how things stand. */
export const loadWords = (): Promise<unknown> => {
  const { offlineWords } = document.querySelector<HTMLElement>('[data-offline-words]')?.dataset ?? {};
  return offlineWords ? import(offlineWords) : Promise.resolve();
};
