// The words of what is asked and said around moves and losses: they come with those of the palette, when they are needed.

export async function loadMoveWords(): Promise<void> {
  const words = document.querySelector<HTMLElement>('[data-action="palette"][data-words]')?.dataset.words;
  if (words) await import(words);
}
