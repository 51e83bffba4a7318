// What scripts of extensions import as `commonplace/client`: the parts of the browser's library that stay as they are.

export { confirmed, type DialogAction, openDialog } from '../../../core/client/dialog.ts';
export { el, icon, on } from '../../../core/client/dom.ts';
export { locale, number, t } from '../../../core/client/messages.ts';
export { type Anchor, type MenuItem, openMenu, openPopover } from '../../../core/client/popover.ts';
export { RequestError, type SendOptions, send } from '../../../core/client/request.ts';
export { failed, type ToastOptions, toast } from '../../../core/client/toast.ts';
