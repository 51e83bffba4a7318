/** What is wrong with a block list, told key by key, so that a client can point at it. */

/** One broken rule; `pointer` is a JSON pointer from the object that holds `blocks`, such as /blocks/3/data/level. */
export interface BlockIssue {
  pointer: string;
  rule: string;
  message: string;
}

const MOST = 20;

/** Thrown when a list breaks the contract; `issues` holds 1 to 20 of them. */
export class BlockFault extends Error {
  issues: BlockIssue[];
  constructor(issues: BlockIssue[]) {
    super(`${issues[0]?.pointer ?? ''} ${issues[0]?.message ?? 'is not a block list'}`);
    this.name = 'BlockFault';
    this.issues = issues;
  }
}

/** Collects issues while a list is read; throws by itself when there are 20. */
export class BlockIssues {
  issues: BlockIssue[] = [];

  add(pointer: string, rule: string, message: string): void {
    this.issues.push({ pointer, rule, message });
    if (this.issues.length >= MOST) throw new BlockFault(this.issues);
  }

  settle(): void {
    if (this.issues.length > 0) throw new BlockFault(this.issues);
  }
}

/** One step of a JSON pointer, escaped. */
export function step(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
