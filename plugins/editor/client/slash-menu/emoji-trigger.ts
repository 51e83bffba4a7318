// Opens the emoji picker, which is loaded when somebody first asks for it.
import type { Anchor } from '../../../../core/client/popover.ts';
import { failed } from '../../../../core/client/toast.ts';
import { TypeAhead } from '../../../../core/client/type-ahead/type-ahead.ts';
import type { EmojiChoice } from './emoji-list.ts';

/** Runs `choose` with the chosen emoji, or with '' when it is to be removed. */
export async function pickEmoji(
  anchor: Anchor,
  choose: EmojiChoice,
  options: { isRemovable?: boolean } = {},
): Promise<void> {
  const ahead = new TypeAhead();
  try {
    const { openEmojiPicker } = await import('./emoji-picker.ts');
    await openEmojiPicker(anchor, choose, { ...options, ahead });
  } catch (error) {
    ahead.take();
    failed(error);
  }
}
