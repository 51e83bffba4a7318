// The tables of this plugin, and what archives of people's work take of each.
import type { Tables } from '../../core/kernel/table.ts';

export const clipperTables: Tables = {
  extension_devices: 'credentials, which each installation gives anew',
  extension_pairings: 'over after minutes',
  extension_clips: 'say when and from where pages came; the pages themselves are taken',
  clip_settings: 'of the extension of one person',
  clip_templates: 'of the extension of one person',
  clip_highlights: 'of the extension of one person; what was clipped with them is in its page',
};
