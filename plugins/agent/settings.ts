// Which model the agent asks and how much of it anybody may use: from the environment alone, never from the database.
import Joi from 'joi';
import type { App } from '../../core/kernel/app.ts';
import { modelServerAddress } from '../../core/outbound/model-servers.ts';

export const PROVIDERS = ['openai', 'anthropic', 'ollama'] as const;
export type ProviderName = (typeof PROVIDERS)[number];

export interface ModelSettings {
  provider: ProviderName;
  baseUrl: string;
  model: string;
  apiKey: string;
  /** whether answers with tools come piece by piece */
  isStreamed: boolean;
  silenceMs: number;
}

export interface AgentLimits {
  steps: number;
  runTokens: number;
  dayTokens: number;
}

const count = (most: number, otherwise: number) => Joi.number().integer().min(1).max(most).default(otherwise);

export const agentConfig: Record<string, Joi.Schema> = {
  AGENT_PROVIDER: Joi.string()
    .valid('', ...PROVIDERS)
    .default('')
    .description(
      'Which way of speaking to a model the agent uses: openai (and all that speak like it), anthropic or ollama. Empty: there is no agent.',
    ),
  AGENT_BASE_URL: Joi.string()
    .uri({ scheme: ['http', 'https'] })
    .allow('')
    .default('')
    .description('Address of the model server, private ones too. Empty: the usual one of the provider.'),
  AGENT_MODEL: Joi.string().allow('').max(200).default('').description('Name of the model, as the provider calls it.'),
  AGENT_API_KEY: Joi.string().allow('').default('').description('Key of the provider; a local server needs none.'),
  AGENT_STREAM_TOOLS: Joi.string()
    .valid('auto', 'on', 'off')
    .default('auto')
    .description(
      'Whether answers come piece by piece where tools are offered. auto: off for ollama, which loses them.',
    ),
  AGENT_TIMEOUT_S: count(3600, 120).description('Seconds without a word from the model before a run fails.'),
  AGENT_MAX_STEPS: count(100, 16).description('How often one run may ask the model.'),
  AGENT_RUN_TOKENS: count(100_000_000, 60_000).description('Tokens that one run may use, in and out together.'),
  AGENT_DAY_TOKENS: count(1_000_000_000, 500_000).description('Tokens that one person may use a day (UTC).'),
};

/** Undefined: nobody has set a model up. */
export function modelSettings({ settings }: Pick<App, 'settings'>): ModelSettings | undefined {
  const provider = settings.AGENT_PROVIDER as ProviderName | '';
  const model = settings.AGENT_MODEL as string;
  if (!provider || !model) return undefined;
  const choice = settings.AGENT_STREAM_TOOLS as 'auto' | 'on' | 'off';
  return {
    ...{ provider, model },
    baseUrl: modelServerAddress(provider, settings.AGENT_BASE_URL as string),
    apiKey: settings.AGENT_API_KEY as string,
    isStreamed: choice === 'auto' ? provider !== 'ollama' : choice === 'on',
    silenceMs: (settings.AGENT_TIMEOUT_S as number) * 1000,
  };
}

export const limitsOf = ({ settings }: Pick<App, 'settings'>): AgentLimits => ({
  steps: settings.AGENT_MAX_STEPS as number,
  runTokens: settings.AGENT_RUN_TOKENS as number,
  dayTokens: settings.AGENT_DAY_TOKENS as number,
});
