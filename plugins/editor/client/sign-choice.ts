// The sign of what is no page, such as a workspace: a button that opens the picker of emoji and fills a field of a form.
export async function act(button: HTMLElement): Promise<void> {
  const { emoji = '', field = '', letter = '' } = button.dataset;
  const input = document.getElementById(field) as HTMLInputElement;
  // What the editor shares with no other script comes with it, and pages that are written load one piece less.
  const [{ useEmoji }, { pickEmoji }] = await Promise.all([
    import('./slash-menu/emoji-list.ts'),
    import('./slash-menu/emoji-trigger.ts'),
  ]);
  // Those of a workspace are pictures, which only pages show.
  useEmoji(emoji, 0);
  const take = (sign: string) => {
    input.value = sign;
    button.firstElementChild?.replaceChildren(sign || letter);
  };
  await pickEmoji(button, take, { isRemovable: Boolean(input.value) });
}
