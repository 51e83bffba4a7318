// SAML 2.0: the way to the provider by a signed redirect, and the way back by a form whose answer is checked item by item.
import { createHash } from 'node:crypto';
import { hashSecret, randomSecret } from '../../../core/boot/secrets.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { loginTransactions } from '../../auth/contract.ts';
import type { SamlSettings } from '../configuration/settings.ts';
import type { ProvedIdentity } from '../contract.ts';
import { replayStore } from '../identity/store.ts';
import type { SettingsCheck, SignOnProvider, TriedSettings } from '../provider.ts';
import { type RefusalReason, SignInRefusal } from '../refusal.ts';
import { readCertificate } from './certificate.ts';
import { identityOfSaml } from './claims.ts';
import { signingKeys } from './keys.ts';
import { detailsFault, fetchMetadata, providerDetails, renewMetadata } from './metadata-source.ts';
import { samlSides, serviceParty } from './parties.ts';
import { inThread, inThreadAsking } from './saml-runner.ts';
import type { SamlResult, SamlSides, SamlTerms } from './saml-worker.ts';

/** An XML name, which does not begin with a digit. */
export const newRequestId = (): string => `_${createHash('sha256').update(randomSecret()).digest('hex').slice(0, 40)}`;

export const samlProvider: SignOnProvider = {
  id: 'saml',
  nameOf: ({ saml }) => saml.name,
  issuer: async (ctx, { saml }) => (await providerDetails(ctx, saml).catch(() => undefined))?.entity_id,
  missing: ({ settings: { saml } }) => {
    if (saml.metadata_url || saml.metadata_xml) return undefined;
    const { entity_id, sso_url, certificates } = saml.idp;
    return entity_id && sso_url && certificates.length ? undefined : 'metadata_url';
  },
  fault: ({ settings: { saml } }) => detailsFault(saml),
  addresses: ({ app }) => {
    const { entity_id, callback_url, logout_url } = serviceParty(app);
    return { saml_entity_id: entity_id, saml_acs_url: callback_url, saml_logout_url: logout_url };
  },
  async begin(request, h, { purpose, next, tried, data }) {
    const { ctx } = request;
    if (!ctx.use(loginTransactions).canBePosted(ctx)) throw new SignInRefusal('plain_http');
    const parties = { ...(await provingSides(ctx, tried.settings.saml)), keys: await signingKeys(ctx) };
    const requestId = newRequestId();
    const begun = await ctx.use(loginTransactions).begin(request, {
      ...{ provider: 'saml', purpose, next, requestId, isPosted: true, data },
    });
    const force = purpose === 'reauth' || purpose === 'test' || purpose === 'connect';
    return begun.give(h.redirect(await inThread('loginAddress', parties, requestId, { force })));
  },
  async check(ctx, { settings: { saml } }) {
    try {
      if (saml.metadata_url) await fetchMetadata(ctx, saml.metadata_url);
      const { entity_id, slo_url, certificates } = await providerDetails(ctx, saml);
      return [
        { name: 'metadata', ok: true, detail: entity_id },
        ...certificates.map((pem) => certificateCheck(pem, ctx.now())),
        { name: 'logout', ok: true, detail: slo_url ?? 'only here' },
      ];
    } catch (error) {
      const why = error instanceof SignInRefusal ? ((error.cause as Error | undefined) ?? error) : (error as Error);
      return [{ name: 'metadata', ok: false, detail: why.message }];
    }
  },
};

/**
 * Both sides, the provider with those of its certificates that have not ended.
 * @throws SignInRefusal saml_certificate when none is left, not_set_up, provider_away
 */
async function provingSides(ctx: Ctx, saml: SamlSettings): Promise<SamlSides> {
  const sides = await samlSides(ctx, saml);
  const { provider } = sides;
  const certificates = provider.certificates.filter((pem) => readCertificate(pem).validUntil > ctx.now());
  if (certificates.length) return { ...sides, provider: { ...provider, certificates } };
  if (await renewMetadata(ctx, saml)) return provingSides(ctx, saml);
  throw new SignInRefusal('saml_certificate');
}

function certificateCheck(pem: string, now: string): SettingsCheck {
  const { subject, validUntil } = readCertificate(pem);
  return { name: 'certificate', ok: validUntil > now, detail: `${subject}, until ${validUntil.slice(0, 10)}` };
}

const REASONS: Record<string, RefusalReason> = {
  provider_refused: 'provider_refused',
  in_response_to: 'unknown_sign_in',
  expired: 'clock',
  too_early: 'clock',
  signature_invalid: 'saml_signature',
  unsigned: 'saml_signature',
  audience: 'saml_audience',
  encrypted: 'saml_encrypted',
  too_large: 'saml_large',
};

/** What the thread found, or the refusal in our words. @throws SignInRefusal */
export function accepted<T>({ log }: Ctx, found: SamlResult<T>): T {
  if ('ok' in found) return found.ok;
  const { reason, message } = found.refused;
  log.warn({ reason, detail: message }, 'a document of the sign-in provider is refused');
  throw new SignInRefusal(REASONS[reason] ?? 'wrong_answer', {}, new Error(message));
}

/** What cannot be read answers no question: it is refused as such. */
const unread = (found: SamlResult<unknown>): SamlResult<never> => {
  const { reason, message } = 'refused' in found ? found.refused : { reason: '', message: '' };
  return { refused: { reason: reason === 'too_large' ? reason : 'in_response_to', message } };
};

const termsOf = async (ctx: Ctx, { settings: { saml } }: TriedSettings): Promise<SamlTerms> => ({
  sides: await provingSides(ctx, saml),
  wantResponseSigned: saml.want_response_signed,
});

/** What an answer says, checked by the settings of whoever waits for it, who are looked for meanwhile. */
async function readAnswer(
  ctx: Ctx,
  response: string,
  usual: TriedSettings | undefined,
  awaited: (requestId: string | null) => Promise<TriedSettings>,
) {
  const now = Date.parse(ctx.now());
  const known = usual && (await termsOf(ctx, usual).catch(() => undefined));
  const found: { tried?: TriedSettings; refusal?: unknown } = {};
  const isUsual = async (requestId: string | null): Promise<boolean> => {
    try {
      found.tried = await awaited(requestId);
    } catch (error) {
      found.refusal = error;
    }
    return known !== undefined && found.tried === usual;
  };
  const first = await inThreadAsking(isUsual, 'readSamlResponse', response, now, known);
  if (found.refusal) throw found.refusal;
  const { tried } = found;
  if (!tried) return accepted(ctx, unread(first));
  const read = (terms: SamlTerms) => inThreadAsking(() => true, 'readSamlResponse', response, now, terms);
  // Not while the thread waits: reading metadata takes one of its own.
  let terms = known && tried === usual ? known : await termsOf(ctx, tried);
  let answer = terms === known ? first : await read(terms);
  if ('refused' in answer && answer.refused.reason === 'signature_invalid')
    if (await renewMetadata(ctx, tried.settings.saml)) {
      terms = await termsOf(ctx, tried);
      answer = await read(terms);
    }
  return { tried, terms, claims: accepted(ctx, answer) };
}

/**
 * Checks an answer and takes it once, whichever process it comes to.
 * @param usual the settings in force, by which it is checked while nothing is known of whoever waits for it
 * @param awaited finds them by the question that it names (null: none), and says by which settings they came
 * @throws SignInRefusal
 */
export async function completeSaml(
  ctx: Ctx,
  response: string,
  usual: TriedSettings | undefined,
  awaited: (requestId: string | null) => Promise<TriedSettings>,
): Promise<ProvedIdentity> {
  const { tried, terms, claims } = await readAnswer(ctx, response, usual, awaited);
  const issuer = terms.sides.provider.entity_id;
  const hash = hashSecret(`saml ${issuer} ${claims.assertionId}`);
  const isFirst = await ctx.tx((tx) => replayStore.take(tx, hash, claims.validUntil));
  if (!isFirst) throw new SignInRefusal('unknown_sign_in', { subject: claims.nameId });
  return identityOfSaml(issuer, claims, tried.settings.saml);
}
