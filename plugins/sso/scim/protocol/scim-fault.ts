// What SCIM refuses: a status, the word that the protocol has for it, and a sentence.
import { Problem } from '../../../../core/http/problem.ts';

/** By the word of RFC 7644, section 3.12. */
const STATUS = {
  invalidFilter: 400,
  tooMany: 400,
  uniqueness: 409,
  mutability: 400,
  invalidSyntax: 400,
  invalidPath: 400,
  noTarget: 400,
  invalidValue: 400,
} as const;
export type ScimType = keyof typeof STATUS;

export class ScimFault extends Problem {
  readonly scimType: ScimType;

  constructor(scimType: ScimType, detail: string) {
    const isTaken = scimType === 'uniqueness';
    super(isTaken ? 'conflict' : 'malformed_request', detail, { status: STATUS[scimType] });
    this.scimType = scimType;
  }
}
