// Once a day: metadata are read anew, and administrators hear of certificates that end soon.
import type { Ctx } from '../../../core/kernel/context.ts';
import { accounts, signIn } from '../../auth/contract.ts';
import { currentSettings } from '../configuration/current.ts';
import { ssoSettingsStore } from '../configuration/store.ts';
import { SignInRefusal } from '../refusal.ts';
import { readCertificate } from './certificate.ts';
import { fetchMetadata, providerDetails } from './metadata-source.ts';

const DAY_MS = 86_400_000;
/** Days before the end on which they are told, and once more when it has come. */
const WARNED = [30, 7, 1, -1];

export async function refreshMetadata(ctx: Ctx): Promise<void> {
  const { settings } = await currentSettings(ctx);
  if (!settings.enabled || !settings.saml.enabled) return;
  try {
    if (settings.saml.metadata_url) await fetchMetadata(ctx, settings.saml.metadata_url);
    const { certificates } = await providerDetails(ctx, settings.saml);
    await warn(ctx, certificates);
  } catch (error) {
    if (!(error instanceof SignInRefusal)) throw error;
  }
}

/** Nobody need hear of one that ends while another one goes on. */
async function warn(ctx: Ctx, certificates: string[]): Promise<void> {
  const ends = certificates.map((pem) => readCertificate(pem).validUntil).toSorted();
  const last = ends.at(-1);
  if (!last) return;
  const days = Math.floor((Date.parse(last) - Date.parse(ctx.now())) / DAY_MS);
  const step = WARNED.findLast((one) => days <= one);
  if (step === undefined) return;
  const words = `sso.notice.${days < 0 ? 'certificate_over' : 'certificate'}`;
  await ctx.tx(async (tx) => {
    // Also when the service did not run on the day itself, and never twice.
    if (!(await ssoSettingsStore.noteWarning(tx, `${last} ${step}`))) return;
    for (const { id } of await tx.use(accounts).admins(tx))
      await tx.use(signIn).tell(tx, id, `${words}.subject`, `${words}.text`, { day: last.slice(0, 10) });
  });
}
