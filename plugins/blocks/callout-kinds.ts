/** Kinds of callouts that Markdown dialects name, and the icon and colour each one has here. */
/** What a kind looks like. */
export interface CalloutLook {
  icon: string;
  color: string;
}

// The first name of a look is the one that is written.
const KINDS: [string[], string, string][] = [
  [['callout'], '', 'default'],
  [['note'], '📝', 'blue'],
  [['info'], 'ℹ️', 'blue'],
  [['tip', 'hint'], '💡', 'green'],
  [['important'], '❗', 'purple'],
  [['warning', 'attention'], '⚠️', 'yellow'],
  [['caution', 'danger', 'error'], '🛑', 'red'],
  [['success', 'check', 'done'], '✅', 'green'],
  [['question', 'help', 'faq'], '❓', 'orange'],
  [['example'], '📋', 'purple'],
  [['quote', 'cite'], '💬', 'gray'],
  [['todo'], '☑️', 'blue'],
  [['bug'], '🐛', 'red'],
  [['failure', 'fail', 'missing'], '❌', 'red'],
  [['abstract', 'summary', 'tldr'], '📄', 'gray'],
];

const LOOKS = new Map(
  KINDS.flatMap(([names, icon, color]) => names.map((name): [string, CalloutLook] => [name, { icon, color }])),
);

/** The look of a kind, or null for one nobody knows. */
export function calloutLook(kind: string): CalloutLook | null {
  return LOOKS.get(kind.toLowerCase()) ?? null;
}

/** The kind that has exactly this look, or null. */
export function calloutKind(look: CalloutLook): string | null {
  return KINDS.find(([, icon, color]) => icon === look.icon && color === look.color)?.[0][0] ?? null;
}
