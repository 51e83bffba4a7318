// In which order formulas that use each other are computed, or the circle that leaves no order.

/** By id of a formula property: the properties that it uses. */
export type Uses = ReadonlyMap<number, Iterable<number>>;

/** `order` has every formula behind those that it uses; `cycle` names the formulas of a circle, the first one last too. */
export function computingOrder(uses: Uses): { ok: true; order: number[] } | { ok: false; cycle: number[] } {
  const order: number[] = [];
  const done = new Set<number>();
  for (const start of uses.keys()) {
    // Walked by hand, because chains may be longer than the stack.
    const path: { id: number; rest: Iterator<number> }[] = [];
    const open = new Set<number>();
    const enter = (id: number) => {
      open.add(id);
      path.push({ id, rest: (uses.get(id) ?? [])[Symbol.iterator]() });
    };
    if (!done.has(start)) enter(start);
    while (path.length) {
      const { id, rest } = path.at(-1)!;
      const next = rest.next();
      if (next.done) {
        path.pop();
        open.delete(id);
        done.add(id);
        order.push(id);
      } else if (open.has(next.value)) {
        const circle = path.map((step) => step.id);
        return { ok: false, cycle: [...circle.slice(circle.indexOf(next.value)), next.value] };
      } else if (uses.has(next.value) && !done.has(next.value)) enter(next.value);
    }
  }
  return { ok: true, order };
}

/** Formulas that a change of these properties changes, in the order in which they are computed. */
export function affected(order: number[], uses: Uses, changed: Iterable<number>): number[] {
  const touched = new Set(changed);
  return order.filter((id) => {
    const isAffected = touched.has(id) || [...(uses.get(id) ?? [])].some((one) => touched.has(one));
    if (isAffected) touched.add(id);
    return isAffected;
  });
}
