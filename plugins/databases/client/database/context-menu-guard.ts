// Menus under the right button: some systems ask for them while it is pressed, and letting go would close what is open.

/** Runs when the button that asked for the menu is no longer pressed. */
export function whenReleased({ buttons }: MouseEvent, run: () => void): void {
  if (buttons) addEventListener('pointerup', () => setTimeout(run), { once: true });
  else run();
}
