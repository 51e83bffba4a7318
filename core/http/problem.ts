// The one error class of the product, the registry of its codes, and what each code means to a client.

/** Field error as v2 shows it: `pointer` into the body or `parameter` of path, query or header. */
export interface FieldError {
  detail: string;
  pointer?: string;
  parameter?: string;
  [extra: string]: unknown;
}

/** Validation detail as FastAPI shapes it (contract 2). */
export interface ValidationDetail {
  loc: (string | number)[];
  msg: string;
  type: string;
  input?: unknown;
}

export interface ProblemExtra {
  /** Overrides the status of the code, e.g. 400 for validation_failed of row rules. */
  status?: number;
  headers?: Record<string, string>;
  validation?: ValidationDetail[];
  errors?: FieldError[];
  /** where people can change what stands in the way: pages lead there instead of saying no */
  page?: string;
  /** of page_locked, the page that is locked */
  lockedPage?: number | undefined;
  cause?: unknown;
}

export interface ProblemCode {
  status: number;
  title: string;
}

const codes = new Map<string, ProblemCode>(
  Object.entries({
    unauthorized: { status: 401, title: 'Sign-in required' },
    invalid_token: { status: 401, title: 'The token is not valid' },
    token_expired: { status: 401, title: 'The token has expired' },
    token_revoked: { status: 401, title: 'The token was revoked' },
    insufficient_scope: { status: 403, title: 'The token lacks the scope' },
    forbidden: { status: 403, title: 'Not allowed' },
    not_found: { status: 404, title: 'Not found' },
    method_not_allowed: { status: 405, title: 'Method not allowed' },
    conflict: { status: 409, title: 'Conflict' },
    version_conflict: { status: 412, title: 'Changed in the meantime' },
    page_locked: { status: 423, title: 'The page is locked' },
    validation_failed: { status: 422, title: 'Invalid parameters' },
    private_url: { status: 400, title: 'Address not allowed' },
    idempotency_mismatch: { status: 422, title: 'Idempotency key used with another request' },
    idempotency_in_progress: { status: 409, title: 'The first request with this key is still running' },
    request_timeout: { status: 408, title: 'Request Timeout' },
    head_too_large: { status: 431, title: 'Request Header Fields Too Large' },
    malformed_request: { status: 400, title: 'Bad Request' },
    rate_limited: { status: 429, title: 'Too many requests' },
    payload_too_large: { status: 413, title: 'Body too large' },
    unsupported_media: { status: 415, title: 'Unsupported media type' },
    csrf_failed: { status: 403, title: 'Cross-site request refused' },
    two_factor_required: { status: 403, title: 'Two-factor authentication required' },
    reauth_required: { status: 403, title: 'Recent authentication required' },
    sso_required: { status: 403, title: 'Single sign-on required' },
    storage_full: { status: 507, title: 'Storage full' },
    unavailable: { status: 503, title: 'Temporarily unavailable' },
    too_expensive: { status: 503, title: 'Too expensive' },
    internal_error: { status: 500, title: 'Internal error' },
  }),
);

/** Adds the codes of a plugin; a code may be given once only. */
export function registerProblems(plugin: string, added: Record<string, ProblemCode>): void {
  for (const [code, meaning] of Object.entries(added)) {
    const known = codes.get(code);
    if (known && (known.status !== meaning.status || known.title !== meaning.title)) {
      throw new Error(`plugin ${plugin}: problem code ${code} is taken`);
    }
    codes.set(code, meaning);
  }
}

/** Everything a client may do wrong or the server may refuse: `code` decides status and title. */
export class Problem extends Error {
  readonly code: string;
  readonly status: number;
  readonly title: string;
  readonly extra: ProblemExtra;

  constructor(code: string, detail?: string, extra: ProblemExtra = {}) {
    const meaning = codes.get(code);
    if (!meaning) throw new Error(`unknown problem code ${code}`);
    super(detail ?? `${meaning.title}.`, extra.cause === undefined ? undefined : { cause: extra.cause });
    this.code = code;
    this.status = extra.status ?? meaning.status;
    this.title = meaning.title;
    this.extra = extra;
  }
}

/** 422 about one field of the request body, path, query or header; `loc` as in contract 2. */
export function invalid(loc: (string | number)[], msg: string, type = 'value_error', input?: unknown): Problem {
  return new Problem('validation_failed', msg, {
    validation: [{ loc, msg, type, ...(input === undefined ? {} : { input }) }],
  });
}

export const notFound = (): Problem =>
  new Problem('not_found', 'The resource does not exist or is not visible to you.');

/** What is answered when the disk has no room for what was to be written. */
export const diskFull = (): Problem =>
  new Problem('storage_full', 'The disk of the service is full; nothing was saved.');
