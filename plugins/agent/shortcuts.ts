// The keyboard shortcut of the agent as data: the browser obeys it, the help lists it.
import type { Shortcut } from '../../core/views/shortcut.ts';

export const agentShortcuts: Shortcut[] = [
  { id: 'agent.open', keys: ['alt+a'], label: 'agent.client.keys_ask', group: 'agent.client.keys' },
];
