// An edge that follows the pointer until it is let go.

/** Runs `done` with the px it was moved by, to the right. `edge` is placed by its `left`. */
export function dragEdge(edge: HTMLElement, event: PointerEvent, done: (moved: number) => void): void {
  const start = Number.parseFloat(edge.style.left);
  let moved = 0;
  const move = (to: PointerEvent) => {
    moved = to.clientX - event.clientX;
    edge.style.left = `${start + moved}px`;
  };
  edge.setPointerCapture(event.pointerId);
  edge.addEventListener('pointermove', move);
  edge.addEventListener(
    'lostpointercapture',
    () => {
      edge.removeEventListener('pointermove', move);
      done(moved);
    },
    { once: true },
  );
}
