// Aligns rows into columns that read well on a terminal and can be cut apart in a pipe.

const text = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  const shown = typeof value === 'object' ? JSON.stringify(value) : String(value);
  // Control characters of a page title must not move the cursor or break the row.
  return shown.replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ');
};

const isNumber = <Row extends object>(rows: Row[], name: keyof Row): boolean =>
  rows.every((row) => row[name] === null || row[name] === undefined || typeof row[name] === 'number');

/**
 * Lines of a table: upper-case headings from the columns named, else from the keys of the first row; two spaces between
 * columns, numbers right.
 */
export function tableLines<Row extends object>(
  rows: Row[],
  names = Object.keys(rows[0] ?? {}) as (keyof Row & string)[],
): string[] {
  const columns = names.map((name) => {
    const cells = [name.replaceAll('_', ' ').toUpperCase(), ...rows.map((row) => text(row[name]))];
    const width = Math.max(...cells.map((cell) => cell.length));
    return isNumber(rows, name) ? cells.map((cell) => cell.padStart(width)) : cells.map((cell) => cell.padEnd(width));
  });
  if (!names.length) return [];
  return Array.from({ length: rows.length + 1 }, (_, line) =>
    columns
      .map((cells) => cells[line])
      .join('  ')
      .trimEnd(),
  );
}

/** `key  value` lines of one object. */
export function fieldLines(value: object): string[] {
  const entries = Object.entries(value).filter(([, field]) => field !== undefined);
  const width = Math.max(0, ...entries.map(([name]) => name.length));
  return entries.map(([name, field]) => `${name.padEnd(width)}  ${text(field)}`.trimEnd());
}
