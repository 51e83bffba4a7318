// What an import could not keep in any form, of all that it counts as having no equal here.

/** Kinds of it. */
export const LEFT_OUT = new Set([
  'link_title',
  'html_comment',
  'hidden_text',
  'tracked_deletion',
  'header_footer',
  'unused_part',
  'shape',
  'symbol',
  'history',
  'missing_comment',
  'missing_issue',
  'task_state',
  'alignment',
  'behavior_switch',
  'view_setting',
  'book_asset',
  'media_without_address',
  'frame',
  'svg',
  'fallback_text',
  'subtitles',
  'poster',
  'tooltip',
  'quote_source',
  'placeholder',
  'link_without_text',
  'program_files',
  'reaction',
  'index_entry',
  'table_description',
  'sticker',
  'plugin_data',
  'due_reminder',
  'picture_text',
  'picture_size',
  'bookmark_picture',
]);

/** Kinds of `unsupported` in two: what is kept as text, file or unknown block, and what is not. */
export function keptAndLeftOut(unsupported: Record<string, number>): {
  kept: [string, number][];
  leftOut: [string, number][];
} {
  const all = Object.entries(unsupported);
  return { kept: all.filter(([kind]) => !LEFT_OUT.has(kind)), leftOut: all.filter(([kind]) => LEFT_OUT.has(kind)) };
}
