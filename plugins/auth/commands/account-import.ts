// Many accounts from a table: all lines are checked before the first account is made, and a second run makes none twice.
import { randomSecret } from '../../../core/boot/secrets.ts';
import { readRecords, separatorOf } from '../../../core/files/csv.ts';
import { Problem } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { accountService } from '../accounts.ts';
import type { User } from '../contract.ts';
import { accountBody } from '../schemas.ts';

const COLUMNS = ['email', 'login', 'name', 'admin'];
const ROWS_MAX = 10_000;
const FAULTS_SHOWN = 20;
const YES = /^(?:1|yes|true|x)$/i;
const NO = /^(?:0|no|false|)$/i;

interface Person {
  email: string;
  login: string;
  full_name: string;
  isAdmin: boolean;
}

export interface ImportedAccount {
  email: string;
  login: string;
  /** undefined where the address had an account before */
  user?: User;
  /** made for a new account, shown this once */
  password?: string;
}

export const loginOf = (email: string): string => (email.split('@')[0] as string).replace(/[^\p{L}\p{N}._-]+/gu, '-');

/** @throws Problem validation_failed that names lines with what is wrong in them */
export async function importAccounts(ctx: Ctx, text: string, { onlyTold }: { onlyTold: boolean }) {
  const people = peopleIn(text.replace(/^\ufeff/, ''));
  const made: ImportedAccount[] = [];
  const fresh: Person[] = [];
  const faults: string[] = [];
  for (const [at, person] of people.entries()) {
    if (await accountService.find(ctx, person.email)) made.push({ email: person.email, login: person.login });
    else if (await accountService.find(ctx, person.login))
      faults.push(`line ${at + 2}: the login ${person.login} belongs to another account`);
    else fresh.push(person);
  }
  refuse(faults);
  for (const { isAdmin, ...person } of fresh) {
    const password = randomSecret().slice(0, 20);
    const user = onlyTold ? undefined : await accountService.create(ctx, { ...person, password }, { isAdmin });
    made.push({ email: person.email, login: person.login, ...(user && { user, password }) });
  }
  return { made, created: fresh.length, known: people.length - fresh.length };
}

function peopleIn(text: string): Person[] {
  const { records, isOpen, isCut } = readRecords(text, separatorOf(text), ROWS_MAX + 1);
  const [head = [], ...rows] = records;
  const names = head.map((name) => name.trim().toLowerCase());
  const unknown = names.find((name) => !COLUMNS.includes(name));
  if (unknown !== undefined) refuse([`the column ${unknown} is unknown; there are ${COLUMNS.join(', ')}`]);
  if (!names.includes('email')) refuse(['the first line must name the column email']);
  if (isOpen) refuse(['a quote begins and does not end']);
  if (isCut) refuse([`must have at most ${ROWS_MAX} lines`]);
  const faults: string[] = [];
  const seen = new Set<string>();
  const people = rows.map((row, at) => {
    const of = (name: string) => (row[names.indexOf(name)] ?? '').trim();
    const email = of('email');
    const login = of('login') || loginOf(email);
    const person = { email, login, full_name: of('name') || login, isAdmin: YES.test(of('admin')) };
    faults.push(...faultsOf(person, of('admin'), seen).map((fault) => `line ${at + 2}: ${fault}`));
    return person;
  });
  refuse(faults);
  return people;
}

function faultsOf({ isAdmin: _, ...person }: Person, admin: string, seen: Set<string>): string[] {
  const { error } = accountBody.validate({ ...person, password: 'x' }, { abortEarly: false });
  const faults = (error?.details ?? []).map(({ message, path }) =>
    message.startsWith('"') ? message.replace(/"/g, '') : `${path.join('.')} ${message}`,
  );
  if (!YES.test(admin) && !NO.test(admin)) faults.push('admin must be yes or no');
  for (const key of [person.email.toLowerCase(), `login ${person.login.toLowerCase()}`]) {
    if (seen.has(key)) faults.push(`${key} is there twice`);
    seen.add(key);
  }
  return faults;
}

function refuse(faults: string[]): void {
  if (!faults.length) return;
  const more = faults.length > FAULTS_SHOWN ? `; and ${faults.length - FAULTS_SHOWN} more` : '';
  throw new Problem('validation_failed', `No account was made: ${faults.slice(0, FAULTS_SHOWN).join('; ')}${more}.`);
}
