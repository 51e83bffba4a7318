// Which model the agent asks and how much of it anybody may use. Where the model is, and its key, come from the
// environment alone: nobody may send pages elsewhere by changing what is stored.
import Joi from 'joi';
import { CHANGEABLE, WEB_ADDRESS } from '../../core/boot/config.ts';
import { settingOf, settingsOf } from '../../core/boot/stored-settings.ts';
import { Problem } from '../../core/http/problem.ts';
import type { App } from '../../core/kernel/app.ts';
import type { Ctx } from '../../core/kernel/context.ts';
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
const limit = (most: number, otherwise: number) => count(most, otherwise).tag(CHANGEABLE);

export const agentConfig: Record<string, Joi.Schema> = {
  AGENT_PROVIDER: Joi.string()
    .valid('', ...PROVIDERS)
    .default('')
    .description(
      'Which way of speaking to a model the agent uses: openai (and all that speak like it), anthropic or ollama. Empty: there is no agent.',
    ),
  AGENT_BASE_URL: WEB_ADDRESS.allow('')
    .default('')
    .description('Address of the model server, private ones too. Empty: the usual one of the provider.'),
  AGENT_MODEL: Joi.string()
    .allow('')
    .max(200)
    .default('')
    .tag(CHANGEABLE)
    .description('Name of the model, as the provider calls it.'),
  AGENT_API_KEY: Joi.string().allow('').default('').description('Key of the provider; a local server needs none.'),
  AGENT_STREAM_TOOLS: Joi.string()
    .valid('auto', 'on', 'off')
    .default('auto')
    .description(
      'Whether answers come piece by piece where tools are offered. auto: off for ollama, which loses them.',
    ),
  AGENT_TIMEOUT_S: count(3600, 120).description('Seconds without a word from the model before a run fails.'),
  AGENT_MAX_STEPS: limit(100, 16).description('How often one run may ask the model.'),
  AGENT_RUN_TOKENS: limit(100_000_000, 60_000).description('Tokens that one run may use, in and out together.'),
  AGENT_DAY_TOKENS: limit(1_000_000_000, 500_000).description('Tokens that one person may use a day (UTC).'),
};

/** Whether the environment names a provider; which of its models is asked may be stored. */
export const hasProvider = ({ settings }: Pick<App, 'settings'>): boolean => settings.AGENT_PROVIDER !== '';

/** Undefined: nobody has set a model up. */
export async function modelSettings(ctx: Ctx): Promise<ModelSettings | undefined> {
  const { settings } = ctx.app;
  if (!hasProvider(ctx.app)) return undefined;
  const model = (await settingOf(ctx, 'AGENT_MODEL')) as string;
  if (!model) return undefined;
  const provider = settings.AGENT_PROVIDER as ProviderName;
  const choice = settings.AGENT_STREAM_TOOLS as 'auto' | 'on' | 'off';
  return {
    ...{ provider, model },
    baseUrl: modelServerAddress(provider, settings.AGENT_BASE_URL as string),
    apiKey: settings.AGENT_API_KEY as string,
    isStreamed: choice === 'auto' ? provider !== 'ollama' : choice === 'on',
    silenceMs: (settings.AGENT_TIMEOUT_S as number) * 1000,
  };
}

/** @throws Problem unavailable */
export async function requireModel(ctx: Ctx): Promise<ModelSettings> {
  const found = await modelSettings(ctx);
  if (found) return found;
  throw new Problem('unavailable', 'No model is set up for the agent.');
}

export async function limitsOf(ctx: Ctx): Promise<AgentLimits> {
  const now = await settingsOf(ctx, ['AGENT_MAX_STEPS', 'AGENT_RUN_TOKENS', 'AGENT_DAY_TOKENS']);
  return {
    steps: now.AGENT_MAX_STEPS as number,
    runTokens: now.AGENT_RUN_TOKENS as number,
    dayTokens: now.AGENT_DAY_TOKENS as number,
  };
}
