// Conditions in the reader's words: names of properties, options and people in place of ids.
import type { Ctx } from '../../../core/kernel/context.ts';
import { accounts } from '../../auth/contract.ts';
import { collectionPolicies, databases, type Property, takesPeople } from '../../databases/contract.ts';
import { pages } from '../../pages/contract.ts';
import { type Clause, type ClauseVerdict, type Field, OPERATORS, type Rule, type RuleCondition } from '../model.ts';
import { deletedProperties } from './property-sight.ts';

/** Operators that have a word of their own here; those of filters beyond them have the one that filters give them. */
export const OFFERED = [...OPERATORS, 'gt', 'gte', 'lt', 'lte'];

export const PAGE_KINDS = ['page', 'collection', 'folder', 'file'];

/** Operators that compare with nothing. */
const ALONE = ['is_empty', 'is_not_empty', 'changed'];
export const needsValue = (op: string): boolean => !ALONE.includes(op);

/** Fields that hold the id of an account. */
export const PEOPLE_FIELDS: readonly Field[] = ['actor_id', 'created_by'];

/** More clauses than these are counted in a sentence. */
const SPOKEN_MAX = 3;

type Translate = ReturnType<Ctx['app']['messages']['in']>;

/** Those of filters have the words that filters give them. */
export function operatorWords(t: Translate, op: string): string {
  if (OFFERED.includes(op)) return t(`automations.op.${op}`);
  const key = `databases.view.op.${op}`;
  const words = t(key);
  return words === key ? op.replaceAll('_', ' ') : words;
}

const clausesOf = (conditions: RuleCondition[]): Clause[] =>
  conditions.flatMap((one) => ('or' in one ? one.or : [one]));

const idsIn = (value: unknown): number[] =>
  [value].flat().flatMap((one) => (/^[1-9]\d{0,9}$/.test(String(one)) ? [Number(one)] : []));

/** JSON that a run keeps of a value; what was long is cut, and no JSON. */
function valueIn(json: string): unknown {
  try {
    return json === '' ? undefined : JSON.parse(json);
  } catch {
    return json;
  }
}

/** What a value stands for: a person, a page, an option, or itself. */
type Subject = { field: Field } | { property: Property | undefined };

const isPerson = (subject: Subject): boolean =>
  'field' in subject
    ? PEOPLE_FIELDS.includes(subject.field)
    : subject.property !== undefined && takesPeople(subject.property);

/** The properties that the reader sees, and names for the ids that occur. */
export class ClauseWords {
  readonly #t: Translate;
  readonly #properties: Property[];
  /** of those that conditions name, and nobody sees any more */
  #deleted = new Set<number>();
  #people = new Map<number, string>();
  #titles = new Map<number, string>();

  private constructor(t: Translate, properties: Property[]) {
    this.#t = t;
    this.#properties = properties;
  }

  /** For the conditions of a rule and the verdicts of its runs. */
  static async of(ctx: Ctx, rule: Rule, verdicts: ClauseVerdict[] = []): Promise<ClauseWords> {
    const made = new ClauseWords(ctx.app.messages.in(ctx.locale), await visibleProperties(ctx, rule.collection_id));
    made.#deleted = await deletedProperties(
      ctx,
      clausesOf(rule.condition_json).flatMap((one) => one.property_id ?? []),
    );
    const values = [
      ...clausesOf(rule.condition_json).map((clause) => ({ subject: made.#subject(clause), value: clause.value })),
      ...verdicts.flatMap(({ field, wanted, found = '' }) =>
        field ? [wanted, found].map((json) => ({ subject: { field } as Subject, value: valueIn(json) })) : [],
      ),
    ];
    const ids = (wanted: (subject: Subject) => boolean) => [
      ...new Set(values.filter(({ subject }) => wanted(subject)).flatMap(({ value }) => idsIn(value))),
    ];
    const people = ids(isPerson);
    const titles = ids((subject) => 'field' in subject && subject.field === 'parent_id');
    if (people.length)
      for (const user of await ctx.use(accounts).byIds(ctx, people))
        made.#people.set(user.id, user.full_name || user.login);
    if (titles.length) for (const { id, title } of await ctx.use(pages).byIds(ctx, titles)) made.#titles.set(id, title);
    return made;
  }

  /** The subject, the comparison and the value in one phrase; of a property that the reader does not see, whether it is gone. */
  phrase(clause: Clause): string {
    const subject = this.#subject(clause);
    if ('property' in subject && !subject.property)
      return this.#t(`automations.condition_${this.#deleted.has(clause.property_id ?? 0) ? 'deleted' : 'hidden'}`);
    const named = 'field' in subject ? this.#t(`automations.field.${subject.field}`) : (subject.property?.name ?? '');
    const words = { subject: named, op: this.operator(clause.op) };
    if (!needsValue(clause.op)) return `${words.subject} ${words.op}`;
    return this.#t('automations.clause', { ...words, value: this.#value(clause.value, subject) });
  }

  /** A clause of a run, with what was found. */
  verdict({ subject, field, op, wanted, found = '' }: ClauseVerdict) {
    const about: Subject = field ? { field } : { property: this.#properties.find(({ name }) => name === subject) };
    return {
      subject: field ? this.#t(`automations.field.${field}`) : subject,
      op: this.operator(op),
      wanted: needsValue(op) ? this.#value(valueIn(wanted), about) : '',
      found: field ? this.#value(valueIn(found), about) : found,
    };
  }

  operator(op: string): string {
    return operatorWords(this.#t, op);
  }

  #subject({ property_id, field = 'title' }: Clause): Subject {
    return property_id === undefined ? { field } : { property: this.#properties.find(({ id }) => id === property_id) };
  }

  #value(value: unknown, subject: Subject): string {
    if (Array.isArray(value)) return value.map((one) => this.#value(one, subject)).join(', ');
    if (value === null || value === undefined) return '';
    if (typeof value === 'boolean') return this.#t(value ? 'automations.yes' : 'automations.no');
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
    if (isPerson(subject)) return this.#people.get(Number(value)) ?? text;
    if ('property' in subject) return subject.property?.config.options?.find(({ id }) => id === value)?.name ?? text;
    if (subject.field === 'parent_id') return this.#titles.get(Number(value)) ?? text;
    return subject.field === 'kind' && PAGE_KINDS.includes(text) ? this.#t(`automations.page_kind.${text}`) : text;
  }
}

/** Of the database that a rule is about; none for who does not see it. */
export async function visibleProperties(ctx: Ctx, collectionId: number | null): Promise<Property[]> {
  if (collectionId === null) return [];
  const isSeen = await ctx.app.access.allows(ctx, collectionPolicies.view, collectionId);
  return isSeen ? ctx.use(databases).properties(ctx, collectionId) : [];
}

/** All conditions in one phrase; many are only counted. */
export async function conditionSentence(ctx: Ctx, rule: Rule): Promise<string> {
  const t = ctx.app.messages.in(ctx.locale);
  const count = clausesOf(rule.condition_json).length;
  if (count > SPOKEN_MAX) return t('automations.sentence.if_many', { count });
  const words = await ClauseWords.of(ctx, rule);
  const phrases = rule.condition_json.map((one) =>
    'or' in one ? one.or.map((clause) => words.phrase(clause)).join(` ${t('automations.or')} `) : words.phrase(one),
  );
  return t('automations.sentence.if', { conditions: phrases.join(` ${t('automations.and')} `) });
}
