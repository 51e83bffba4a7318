// The cells that are chosen: the one that keys act on, and the rectangle from where it began.

export interface CellPosition {
  /** -1: the heads of the columns */
  line: number;
  column: number;
}

export class Range {
  active: CellPosition = { line: 0, column: 0 };
  #from: CellPosition = this.active;

  go(place: CellPosition, extend = false): void {
    this.active = place;
    if (!extend) this.#from = place;
  }

  get isSingle(): boolean {
    const { lines, columns } = this.bounds;
    return lines[0] === lines[1] && columns[0] === columns[1];
  }

  /** First and last of each, both within. */
  get bounds(): { lines: [number, number]; columns: [number, number] } {
    const [a, b] = [this.#from, this.active];
    return {
      lines: [Math.min(a.line, b.line), Math.max(a.line, b.line)],
      columns: [Math.min(a.column, b.column), Math.max(a.column, b.column)],
    };
  }

  has({ line, column }: CellPosition): boolean {
    const { lines, columns } = this.bounds;
    return line >= lines[0] && line <= lines[1] && column >= columns[0] && column <= columns[1];
  }

  isActive = ({ line, column }: CellPosition): boolean => this.active.line === line && this.active.column === column;
}
