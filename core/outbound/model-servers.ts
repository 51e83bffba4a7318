// Servers of models: where the providers that are known by name have theirs.

const USUAL = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com',
  ollama: 'http://127.0.0.1:11434',
};

/** Providers whose way of speaking is known. */
export type ModelProvider = keyof typeof USUAL;

/** The address from the settings, or the usual one of the provider where they have none; without a slash at its end. */
export const modelServerAddress = (provider: ModelProvider, given: string): string =>
  (given || USUAL[provider]).replace(/\/+$/, '');
