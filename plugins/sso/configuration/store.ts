// SQL of the settings of single sign-on: one row, its secrets apart and encrypted.
import { actorId, type Ctx } from '../../../core/kernel/context.ts';
import { completed, DEFAULTS } from './schema.ts';
import type { SignOnSecrets, SignOnSettings, StoredSettings } from './settings.ts';

const PURPOSE = 'sso';
const ROW = 1;

interface Row {
  config_json: string;
  secrets_encrypted: string;
  version: number;
  proven_version: number;
  updated_at: string;
}

function openedSecrets(ctx: Ctx, sealed: string): SignOnSecrets | undefined {
  if (!sealed) return {};
  try {
    return JSON.parse(ctx.app.secrets.decrypt(sealed, PURPOSE)) as SignOnSecrets;
  } catch {
    return undefined;
  }
}

export const ssoSettingsStore = {
  async read(ctx: Ctx): Promise<StoredSettings> {
    const row = (await ctx.db('sso_config').where({ id: ROW }).first()) as Row | undefined;
    const secrets = openedSecrets(ctx, row?.secrets_encrypted ?? '');
    return {
      settings: row ? completed(JSON.parse(row.config_json)) : DEFAULTS,
      secrets: secrets ?? {},
      isReadable: secrets !== undefined,
      version: row?.version ?? 0,
      provenVersion: row?.proven_version ?? 0,
      updatedAt: row?.updated_at ?? null,
    };
  },
  async write(
    tx: Ctx,
    settings: SignOnSettings,
    secrets: SignOnSecrets,
    numbers: { version: number; proven_version: number },
  ): Promise<void> {
    const row = {
      id: ROW,
      config_json: JSON.stringify(settings),
      secrets_encrypted: Object.keys(secrets).length ? tx.app.secrets.encrypt(JSON.stringify(secrets), PURPOSE) : '',
      ...numbers,
      updated_at: tx.now(),
      updated_by: actorId(tx),
    };
    await tx.db('sso_config').insert(row).onConflict('id').merge();
  },
  /** whether nobody was told this of the provider's certificate before */
  noteWarning: async (tx: Ctx, certificate_warning: string): Promise<boolean> =>
    (await tx.db('sso_config').where({ id: ROW }).whereNot({ certificate_warning }).update({ certificate_warning })) >
    0,
  /** whether it was new that somebody came in under this version */
  prove: async (tx: Ctx, version: number): Promise<boolean> =>
    (await tx
      .db('sso_config')
      .where({ id: ROW, version })
      .whereNot({ proven_version: version })
      .update({ proven_version: version })) > 0,
};
