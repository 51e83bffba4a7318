// The tables of this plugin, and what archives of people's work take of each.
import type { Tables } from '../../core/kernel/table.ts';

export const webhookTables: Tables = {
  webhooks: 'secrets, and addresses that this installation tells of what happens',
  webhook_deliveries: 'told already',
};
