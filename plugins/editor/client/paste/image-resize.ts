// Makes a picture smaller before it is uploaded, when somebody wants that.
import { openDialog } from '../../../../core/client/dialog.ts';
import { el } from '../../../../core/client/dom.ts';
import { number, t } from '../../../../core/client/messages.ts';

/** Longest side of a picture that needs no question. */
const SIDE_MAX = 4096;
/** The server takes no more pixels than this. */
const PIXELS_MAX = 100_000_000;
const SHRINKABLE = new Set(['image/png', 'image/jpeg', 'image/webp']);

/** The file as it is to be uploaded; null when somebody thinks better of it. */
export async function fittingPicture(file: File): Promise<File | null> {
  if (!SHRINKABLE.has(file.type)) return file;
  const size = await sizeOf(file);
  if (!size || Math.max(size.width, size.height) <= SIDE_MAX) return file;
  const isTooLarge = size.width * size.height > PIXELS_MAX;
  const values = { name: file.name, width: size.width, height: size.height, side: SIDE_MAX };
  const answer = await openDialog(
    t('editor.shrink_title'),
    [el('p', {}, t(isTooLarge ? 'editor.shrink_must' : 'editor.shrink_text', values))],
    [
      { label: t('core.client.cancel'), value: '' },
      ...(isTooLarge ? [] : [{ label: t('editor.shrink_keep'), value: 'keep' }]),
      { label: t('editor.shrink_do', { side: number(SIDE_MAX) }), value: 'shrink', kind: 'primary' as const },
    ],
  );
  if (answer === 'keep') return file;
  return answer === 'shrink' ? shrunk(file, size) : null;
}

interface Size {
  width: number;
  height: number;
}

/** What the picture's header says, read by the browser without drawing all of it. */
async function sizeOf(file: File): Promise<Size | null> {
  const image = new Image();
  const url = URL.createObjectURL(file);
  image.src = url;
  try {
    await image.decode();
    return { width: image.naturalWidth, height: image.naturalHeight };
  } catch {
    // Nothing to shrink; the server says what is wrong with it.
    return image.naturalWidth ? { width: image.naturalWidth, height: image.naturalHeight } : null;
  } finally {
    URL.revokeObjectURL(url);
  }
}

async function shrunk(file: File, { width, height }: Size): Promise<File> {
  const scale = SIDE_MAX / Math.max(width, height);
  const size = { resizeWidth: Math.round(width * scale), resizeHeight: Math.round(height * scale) };
  const bitmap = await createImageBitmap(file, { ...size, resizeQuality: 'high' });
  const canvas = document.createElement('canvas');
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  const type = file.type === 'image/png' ? 'image/png' : 'image/jpeg';
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.88));
  return blob ? new File([blob], file.name, { type }) : file;
}
