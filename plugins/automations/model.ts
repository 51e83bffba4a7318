// What a rule is: when it is looked at, under which conditions it acts, what it does, and what came of it.
import type { Role } from '../../core/http/route.ts';
import type { Filter } from '../databases/contract.ts';

export const TRIGGERS = ['event', 'cron', 'button'] as const;
export type Trigger = (typeof TRIGGERS)[number];

/** What rules may be about; `row.*` are the events of pages that are rows. */
export const EVENTS = [
  ...['page.created', 'page.updated', 'page.deleted', 'page.moved', 'page.restored'],
  ...['row.created', 'row.updated', 'row.deleted', 'row.moved', 'row.restored'],
  ...['collection.created', 'collection.updated', 'collection.deleted', 'collection.moved'],
  ...['page.locked', 'page.unlocked', 'page.published', 'page.shared'],
  ...['comment.created', 'member.added', 'member.removed'],
] as const;

/** What a clause may ask of the page itself; `actor_id` is who caused the event. */
export const FIELDS = ['title', 'kind', 'parent_id', 'created_by', 'tags', 'actor_id'] as const;
export type Field = (typeof FIELDS)[number];

/** Operators of the specification; properties take those of filters besides. */
export const OPERATORS = ['eq', 'neq', 'contains', 'is_empty', 'is_not_empty', 'changed'] as const;

export interface Clause {
  property_id?: number;
  field?: Field;
  op: string;
  value?: unknown;
}

/** One of several is enough. */
export interface AnyOf {
  or: Clause[];
}

export type RuleCondition = Clause | AnyOf;

export interface WebhookAction {
  kind: 'webhook';
  webhook_id?: number;
  url?: string;
  headers?: Record<string, string>;
  /** who chose the receiver, where the rule acts as somebody else since; nobody sends or reads it */
  chosen_by?: number;
}

/** Of the row at hand, or of at most 100 rows of a database. */
export interface SetPropertyAction {
  kind: 'set_property';
  property_id: number;
  value: unknown;
  collection_id?: number;
  filter?: Filter;
}

export interface CreatePageAction {
  kind: 'create_page';
  title: string;
  collection_id?: number;
  parent_id?: number;
  /** by id of the property */
  values?: Record<string, unknown>;
  template_id?: number;
}

/** Tells people by id, those of groups, and those whom a property of the row names. */
export interface NotifyAction {
  kind: 'notify';
  message: string;
  user_ids?: number[];
  group_ids?: number[];
  property_id?: number;
}

export type RuleAction = WebhookAction | SetPropertyAction | CreatePageAction | NotifyAction;

export interface RuleInput {
  name: string;
  trigger_type: Trigger;
  event: string;
  cron_expression: string;
  timezone: string;
  collection_id: number | null;
  condition_json: RuleCondition[];
  actions_json: RuleAction[];
  enabled: boolean;
  include_imports: boolean;
  runs_as: 'presser' | 'author';
  least_role: Role;
}

export interface Rule extends RuleInput {
  id: number;
  workspace_id: number;
  run_as: number | null;
  created_by: number | null;
  last_run_at: string | null;
  next_run_at: string | null;
  run_count: number;
  error_count: number;
  last_error: string | null;
  disabled_reason: string | null;
  created_at: string;
  updated_at: string;
}

export const STATUSES = ['fired', 'skipped', 'error'] as const;
export type AutomationRunStatus = (typeof STATUSES)[number];

/** Why a run was skipped, or what kind of error it is; empty for a run that fired. */
export type AutomationRunReason =
  | ''
  | 'conditions'
  | 'loop'
  | 'depth'
  | 'busy'
  | 'missed'
  | 'disabled'
  | 'gone'
  | 'refused'
  | 'failed';

/** A clause as it was asked: the name of the property or the field, what it was compared with, and what was found. */
export interface ClauseVerdict {
  subject: string;
  /** set where the subject is a field of the page and no property */
  field?: Field;
  op: string;
  wanted: string;
  /** as words; absent where nothing is compared */
  found?: string;
  ok: boolean;
}

/** What one condition or action came to; `path` is its place, e.g. `condition.0` or `action.1`. */
export interface RunStep {
  path: string;
  ok: boolean;
  detail: string;
  /** of an action: what kind it is, how many people or rows it reached, and the one page it was about */
  kind?: RuleAction['kind'];
  count?: number;
  page_id?: number;
  /** of a condition, those of its clauses that were asked */
  clauses?: ClauseVerdict[];
  /** the page whose lock kept an action from acting; not told */
  locked?: number;
  /** that it is about: whoever does not see one of them is not told of the step */
  properties?: number[];
}

export interface AutomationRun {
  id: number;
  automation_id: number;
  workspace_id: number;
  cause: string;
  trigger_source: Trigger | 'replay';
  status: AutomationRunStatus;
  reason: AutomationRunReason;
  detail: string;
  steps: RunStep[];
  actor_id: number | null;
  collection_id: number | null;
  page_id: number | null;
  created_at: string;
}
