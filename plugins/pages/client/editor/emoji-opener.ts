// Opens the emoji picker, which is loaded when somebody first asks for it.
import type { Anchor } from '../../../../core/client/popover.ts';
import { failed } from '../../../../core/client/toast.ts';

let address = '';

/** Says where the emoji of the reader's language are. */
export function useEmoji(url: string): void {
  address = url;
}

/** Emoji by their names and words, in the reader's language. */
export async function findEmoji(query: string): Promise<{ unicode: string; label: string }[]> {
  const { searchEmoji } = await import('./emoji-picker.ts');
  return searchEmoji(address, query);
}

/** Runs `choose` with the chosen emoji, or '' when it is to be removed. */
export async function pickEmoji(
  anchor: Anchor,
  choose: (emoji: string) => void,
  options: { isRemovable?: boolean } = {},
): Promise<void> {
  try {
    const { openEmojiPicker } = await import('./emoji-picker.ts');
    await openEmojiPicker(anchor, address, choose, options);
  } catch (error) {
    failed(error);
  }
}
