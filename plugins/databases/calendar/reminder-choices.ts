// How long before its start people may be reminded of a row, for the form of the row and for the editor of its date.

/** Minutes before the start that are offered; others come from the API and stay. */
const REMINDERS = [0, 5, 10, 15, 30, 60, 120, 1440, 2880, 10_080];

/** With the one that is set already. */
export const reminderChoices = (remind: string): number[] =>
  remind && !REMINDERS.includes(Number(remind)) ? [...REMINDERS, Number(remind)].sort((a, b) => a - b) : REMINDERS;

const UNITS = [
  ['days', 1440],
  ['hours', 60],
  ['minutes', 1],
] as const;

/** So many minutes in the largest unit that has no rest. */
export function reminderSpan(minutes: number): { unit: 'days' | 'hours' | 'minutes'; count: number } {
  const [unit, size] = UNITS.find(([, one]) => minutes % one === 0) ?? UNITS[2];
  return { unit, count: minutes / size };
}
