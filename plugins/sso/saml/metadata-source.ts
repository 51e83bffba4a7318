// Where the details of a SAML provider come from: an address that is asked once a day, a document, or fields.
import { createHash } from 'node:crypto';
import type { App } from '../../../core/kernel/app.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { LruCache } from '../../../core/kernel/lru-cache.ts';
import type { SamlSettings } from '../configuration/settings.ts';
import { SignInRefusal } from '../refusal.ts';
import { readCertificate } from './certificate.ts';
import type { SamlProviderDetails } from './provider-metadata.ts';
import { inThread } from './saml-runner.ts';

const DAY_MS = 86_400_000;
/** Answers that are signed otherwise do not make us ask more often than this. */
const RENEWED_MS = 5 * 60_000;
const LIMIT_MS = 8000;
/** by the hash of the document, so that nothing is read twice */
const parsed = new LruCache<Promise<SamlProviderDetails>>(20);

/** @throws SignInRefusal not_set_up with the reason as its cause, provider_away */
export async function providerDetails(ctx: Ctx, saml: SamlSettings): Promise<SamlProviderDetails> {
  if (saml.metadata_url) return read(await documentAt(ctx, saml.metadata_url));
  if (saml.metadata_xml) return read(saml.metadata_xml);
  const { entity_id, sso_url, slo_url, certificates } = saml.idp;
  try {
    return {
      entity_id,
      sso_url,
      slo_url: slo_url || null,
      certificates: certificates.map((one) => readCertificate(one).pem),
    };
  } catch (error) {
    throw new SignInRefusal('not_set_up', {}, error);
  }
}

/** What was pasted and is not read by anybody: a web page instead of metadata, or half a certificate. */
export async function detailsFault(
  saml: SamlSettings,
): Promise<{ path: (string | number)[]; rule: string } | undefined> {
  if (saml.metadata_url) return undefined;
  if (saml.metadata_xml)
    return read(saml.metadata_xml).then(
      () => undefined,
      (error: Error) => ({
        path: ['metadata_xml'],
        rule: (error.cause as Error | undefined)?.message ?? error.message,
      }),
    );
  for (const [index, one] of saml.idp.certificates.entries()) {
    try {
      readCertificate(one);
    } catch (error) {
      return { path: ['idp', 'certificates', index], rule: (error as Error).message };
    }
  }
  return undefined;
}

/** When the certificates of the provider end; none while it is not known. */
export async function providerCertificates(
  ctx: Ctx,
  saml: SamlSettings,
): Promise<{ subject: string; valid_until: string }[]> {
  if (!saml.metadata_url && !saml.metadata_xml && !saml.idp.certificates.length) return [];
  const known = saml.metadata_url ? (await rowOf(ctx, saml.metadata_url))?.document : saml.metadata_xml;
  if (saml.metadata_url && !known) return [];
  const details = await (known ? read(known) : providerDetails(ctx, saml)).catch(() => undefined);
  return (details?.certificates ?? []).map((pem) => {
    const { subject, validUntil } = readCertificate(pem);
    return { subject, valid_until: validUntil };
  });
}

function read(document: string): Promise<SamlProviderDetails> {
  const key = createHash('sha256').update(document).digest('base64url');
  return parsed.getOrCreate(key, async () => {
    const found = await inThread('providerMetadata', document);
    if ('ok' in found) return found.ok;
    throw new SignInRefusal('not_set_up', {}, new Error(found.refused.message));
  });
}

interface MetadataRow {
  url: string;
  document: string;
  error: string;
  fetched_at: string;
}

const rowOf = (ctx: Ctx, url: string): Promise<MetadataRow | undefined> =>
  ctx.db('sso_metadata').where({ url }).first();

/** What was fetched within a day; an address that does not answer then keeps what it said last. */
async function documentAt(ctx: Ctx, url: string): Promise<string> {
  const known = await rowOf(ctx, url);
  const isFresh = known && Date.parse(ctx.now()) - Date.parse(known.fetched_at) < DAY_MS;
  if (known?.document && isFresh) return known.document;
  return fetchMetadata(ctx, url);
}

/** A provider that changed its key says so in its metadata: asked before their day is over. @returns whether they changed */
export async function renewMetadata(ctx: Ctx, { metadata_url: url }: SamlSettings): Promise<boolean> {
  const known = url ? await rowOf(ctx, url) : undefined;
  if (!known || Date.parse(ctx.now()) - Date.parse(known.fetched_at) < RENEWED_MS) return false;
  return (await fetchMetadata(ctx, url)) !== known.document;
}

const underWay = new WeakMap<App, Map<string, Promise<string>>>();

/**
 * Asks anew, once for all who want it at the same time: a provider that hangs is not asked by everybody who waits for it.
 * @throws SignInRefusal provider_away when there is nothing, not even from before
 */
export function fetchMetadata(ctx: Ctx, url: string): Promise<string> {
  const all = underWay.get(ctx.app) ?? new Map<string, Promise<string>>();
  underWay.set(ctx.app, all);
  const asked = all.get(url) ?? askFor(ctx, url).finally(() => all.delete(url));
  all.set(url, asked);
  return asked;
}

async function askFor(ctx: Ctx, url: string): Promise<string> {
  const known = await rowOf(ctx, url);
  try {
    const { status, body } = await ctx.app.outbound.request(url, { timeoutMs: LIMIT_MS, redirects: 3 });
    if (status !== 200) throw new Error(`the address answers ${status}`);
    const document = body.toString();
    await read(document);
    await keep(ctx, { url, document, error: '' });
    return document;
  } catch (error) {
    const why =
      error instanceof SignInRefusal
        ? ((error.cause as Error | undefined)?.message ?? error.reason)
        : (error as Error).message;
    ctx.log.warn({ err: error, url }, 'the metadata of the sign-in provider cannot be read');
    if (known?.document) {
      await keep(ctx, { url, document: known.document, error: why });
      return known.document;
    }
    throw new SignInRefusal('provider_away', {}, new Error(why));
  }
}

const keep = (ctx: Ctx, row: Omit<MetadataRow, 'fetched_at'>): Promise<unknown> =>
  ctx.tx((tx) =>
    tx
      .db('sso_metadata')
      .insert({ ...row, fetched_at: tx.now() })
      .onConflict('url')
      .merge(),
  );
