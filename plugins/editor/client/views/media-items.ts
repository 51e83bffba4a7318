// What the menu of a block offers for a picture, film, sound or file; the block itself does it.
import type { EditorView } from 'prosemirror-view';
import { t } from '../../../../core/client/messages.ts';
import type { MenuItem } from '../../../../core/client/popover.ts';
import { BlockRange } from '../block-controls/block-range.ts';

/** Tells the element of such a block what was chosen. */
export const MEDIA_ACT = 'commonplace:media-act';
export type MediaAct =
  | 'caption'
  | 'alt'
  | 'width'
  | 'full'
  | 'replace'
  | 'download'
  | 'open'
  | 'start'
  | 'center'
  | 'end';

export const WIDTH_MIN = 64;
export const WIDTH_MAX = 10_000;

const KINDS = new Set(['image', 'video', 'audio', 'pdf', 'file']);

export function mediaItems(view: EditorView): MenuItem[] {
  const { selection } = view.state;
  const [only, more] = selection instanceof BlockRange ? selection.blocks : [];
  const kind = only?.node.firstChild?.type.name ?? '';
  if (!only || more || !KINDS.has(kind)) return [];
  const item = (detail: MediaAct, look: Pick<MenuItem, 'label' | 'icon'>): MenuItem => ({
    ...look,
    run: () => setTimeout(() => view.nodeDOM(only.pos + 1)?.dispatchEvent(new CustomEvent(MEDIA_ACT, { detail }))),
  });
  return [
    item('caption', { label: t('editor.caption'), icon: 'type' }),
    ...(kind === 'image' ? [item('alt', { label: t('editor.alt'), icon: 'eye' })] : []),
    ...(kind === 'image' || kind === 'video'
      ? [item('width', { label: t('editor.width'), icon: 'move-horizontal' })]
      : []),
    item('replace', { label: t('editor.media_replace'), icon: 'upload' }),
    ...(kind === 'image' ? [item('open', { label: t('editor.media_open'), icon: 'maximize-2' })] : []),
    item('download', { label: t('editor.media_download'), icon: 'download' }),
  ];
}
