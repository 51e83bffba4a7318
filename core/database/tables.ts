// The tables of core, and what archives of people's work take of each.
import type { Tables } from '../kernel/table.ts';

export const coreTables: Tables = {
  asset_files: 'of the releases that serve',
  domain_events: 'the stream of this installation',
  event_cursors: 'the stream of this installation',
  idempotency_keys: 'requests of the last day',
  jobs: 'work of this installation',
  mail_outbox: 'work of this installation',
  settings: 'of this installation',
};
