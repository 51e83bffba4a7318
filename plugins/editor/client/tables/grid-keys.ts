// Arrow keys among the buttons of a panel that stand in lines of a few.

/** Tab goes from one to the next as ever. */
export function gridKeys(panel: HTMLElement, columns: number): void {
  panel.addEventListener('keydown', (event) => {
    const cells = [...panel.querySelectorAll('button')];
    const at = cells.indexOf(document.activeElement as HTMLButtonElement);
    const ahead = document.documentElement.dir === 'rtl' ? -1 : 1;
    const steps = { ArrowDown: columns, ArrowUp: -columns, ArrowRight: ahead, ArrowLeft: -ahead };
    const step = steps[event.key as keyof typeof steps];
    if (!step || at < 0) return;
    event.preventDefault();
    cells[Math.min(Math.max(at + step, 0), cells.length - 1)]?.focus();
  });
}
