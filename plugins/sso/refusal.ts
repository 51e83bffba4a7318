// Why a sign-in is refused: a word for the record and for the reader, and what is known of the person by then.

export const REASONS = [
  ...(['not_set_up', 'provider_away', 'provider_refused', 'unknown_sign_in', 'too_late', 'wrong_answer'] as const),
  ...(['other_session', 'other_person', 'stale_proof', 'identity_taken', 'email_missing', 'email_unverified'] as const),
  ...(['email_taken', 'inactive', 'no_permitted_group', 'not_invited', 'no_account_yet', 'wrong_proof'] as const),
  ...(['plain_http', 'clock', 'saml_signature', 'saml_certificate', 'saml_audience'] as const),
  ...(['saml_encrypted', 'saml_large', 'subject_unusable'] as const),
] as const;
export type RefusalReason = (typeof REASONS)[number];

export interface Claimant {
  /** the kind of the provider, where the step itself does not say it */
  provider?: string;
  subject?: string;
  email?: string;
  user_id?: number | null;
}

export class SignInRefusal extends Error {
  readonly reason: RefusalReason;
  readonly who: Claimant;

  /** @param cause what the library or the provider said, for the log of the service */
  constructor(reason: RefusalReason, who: Claimant = {}, cause?: unknown) {
    super(reason, cause === undefined ? undefined : { cause });
    this.reason = reason;
    this.who = who;
  }
}
