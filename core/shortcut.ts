// Keyboard shortcuts as data: the browser obeys them, its list and the help show them.

export interface Shortcut {
  /** unique, e.g. `palette.open` */
  id: string;
  /** e.g. `mod+k`, `?`, `alt+shift+arrowup`; `mod` is Ctrl, on Apple machines Cmd. Several are alternatives */
  keys: string[];
  /** key of the message that says what it does */
  label: string;
  /** key of the message that heads its group */
  group: string;
}
