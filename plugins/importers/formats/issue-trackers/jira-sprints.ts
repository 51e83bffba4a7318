// Sprints of Jira: objects of newer servers, or texts of older ones; their names, and what else is said of them.
import { isFields, type JsonFields } from '../json/generic.ts';

const OLD_SPRINT = /^com\.atlassian\.greenhopper\..*?\[([\s\S]*)\]$/;
/** What older servers say of one; anything may stand in a goal. */
const MEMBER =
  /(?:^|,)(id|rapidViewId|state|name|goal|startDate|endDate|completeDate|activatedDate|sequence|synced|autoStartStop)=/g;

function oldSprint(text: string): JsonFields | undefined {
  const said = OLD_SPRINT.exec(text)?.[1];
  if (said === undefined) return undefined;
  const members = [...said.matchAll(MEMBER)];
  return Object.fromEntries(
    members.map((found, at) => {
      const value = said.slice(found.index + found[0].length, members[at + 1]?.index);
      return [found[1] as string, ['<null>', 'null'].includes(value) ? '' : value];
    }),
  );
}

const word = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const day = (value: unknown): string => word(value).slice(0, 10);

function sprintIn(value: unknown): JsonFields | undefined {
  if (typeof value === 'string') return oldSprint(value);
  return isFields(value) && word(value.state) && ('goal' in value || 'boardId' in value) ? value : undefined;
}

/** Older servers say a sprint as they have it in memory. */
export const sprintName = (value: unknown): unknown => (typeof value === 'string' && oldSprint(value)?.name) || value;

/** Goal, days and state of each sprint of a field: `Spring: ship it (2026-01-02 – 2026-01-16, closed)`. */
export function sprintDetails(value: unknown): string {
  const sprints = (Array.isArray(value) ? value : [value]).map(sprintIn).filter((one) => one !== undefined);
  return sprints
    .map(({ name, goal, state, startDate, endDate }) => {
      const days = [day(startDate), day(endDate)].filter(Boolean).join(' – ');
      const beside = [days, word(state).toLowerCase()].filter(Boolean).join(', ');
      return `${[word(name), word(goal)].filter(Boolean).join(': ')}${beside && ` (${beside})`}`;
    })
    .join('; ');
}
