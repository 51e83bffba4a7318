// The first script of a new page, by itself: what is typed before any other runs is the beginning of the title, behind
// what was typed before the page was there (TYPED_TITLE). Whatever takes the keys from here on ends it.
window.onkeydown = (event) => {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (ctrlKey || metaKey || altKey || key[1]) return;
  sessionStorage.setItem('typed-title', (sessionStorage.getItem('typed-title') ?? '') + key);
  event.preventDefault();
};
