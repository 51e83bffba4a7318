// The tables of this plugin, and what archives of people's work take of each.
import type { Tables } from '../../core/kernel/table.ts';

export const agentTables: Tables = {
  agent_conversations: 'what a person asked for themselves; what came of it is in the pages',
  agent_messages: 'of such a conversation',
  agent_notes: 'of such a conversation',
  agent_runs: 'over, and counted for this installation',
  agent_usage: 'counted for this installation, of runs whose conversations are deleted',
  agent_actions: 'what runs did, which the versions of the pages tell',
  agent_run_events: 'told already',
};
