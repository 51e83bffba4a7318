// Says on the root of the page whether a text field has the focus: on a phone the keyboard then needs the room of the bar.
const FIELD = '[contenteditable="true"], textarea, input:not([type="checkbox"], [type="radio"], [type="file"])';

const follow = () =>
  document.documentElement.classList.toggle('is-typing', document.activeElement?.matches(FIELD) ?? false);

document.addEventListener('focusin', follow);
document.addEventListener('focusout', () => setTimeout(follow));
follow();

export {};
