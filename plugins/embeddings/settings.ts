// Which model turns texts into vectors: from the environment alone. Without one there is no search by meaning.
import Joi from 'joi';
import { WEB_ADDRESS } from '../../core/boot/config.ts';
import type { App } from '../../core/kernel/app.ts';
import { modelServerAddress } from '../../core/outbound/model-servers.ts';

export const EMBEDDING_PROVIDERS = ['openai', 'ollama'] as const;
export type EmbeddingProvider = (typeof EMBEDDING_PROVIDERS)[number];

export interface EmbeddingSettings {
  provider: EmbeddingProvider;
  baseUrl: string;
  model: string;
  apiKey: string;
}

export const embeddingConfig: Record<string, Joi.Schema> = {
  EMBEDDINGS_PROVIDER: Joi.string()
    .valid('', ...EMBEDDING_PROVIDERS)
    .default('')
    .description(
      'Whose model is sent the text of every page, so that search also finds by meaning: openai (and all that speak like it) or ollama. Empty: search goes by words alone.',
    ),
  EMBEDDINGS_MODEL: Joi.string()
    .allow('')
    .max(200)
    .default('')
    .description('Name of the model for embeddings, as the provider calls it.'),
  EMBEDDINGS_BASE_URL: WEB_ADDRESS.allow('')
    .default('')
    .description(
      'Address of the server for embeddings, private ones too. Empty: that of the agent, where it has the same provider, or the usual one.',
    ),
  EMBEDDINGS_API_KEY: Joi.string()
    .allow('')
    .default('')
    .description('Key for embeddings. Empty: that of the agent, where it has the same provider.'),
};

/** Undefined: nobody has set it up. */
export function embeddingSettings({ settings }: Pick<App, 'settings'>): EmbeddingSettings | undefined {
  const provider = settings.EMBEDDINGS_PROVIDER as EmbeddingProvider | '';
  const model = settings.EMBEDDINGS_MODEL as string;
  if (!provider || !model) return undefined;
  const isOfAgent = settings.AGENT_PROVIDER === provider && !settings.EMBEDDINGS_BASE_URL;
  const own = (name: string): string =>
    (settings[`EMBEDDINGS_${name}`] as string) || (isOfAgent ? ((settings[`AGENT_${name}`] as string) ?? '') : '');
  return { provider, model, baseUrl: modelServerAddress(provider, own('BASE_URL')), apiKey: own('API_KEY') };
}
