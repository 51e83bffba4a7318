// The picture of an account is cut to a square before it is sent: by dragging and zooming, with pointer or keyboard.
import { openDialog } from '../../../../core/client/dialog.ts';
import { el } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { send } from '../../../../core/client/request.ts';
import { failed, toast } from '../../../../core/client/toast.ts';
import { CropFrame, type PictureSize } from './crop-frame.ts';

/** px of the picture that is sent, and of the frame in which it is chosen */
const OUTPUT = 512;
const FRAME = 280;
const PIXELS_MAX = 40_000_000;

function draw(canvas: HTMLCanvasElement, picture: PictureSize & { image: ImageBitmap }, frame: CropFrame): void {
  const { x, y, size } = frame.part;
  canvas.getContext('2d')?.clearRect(0, 0, canvas.width, canvas.height);
  canvas.getContext('2d')?.drawImage(picture.image, x, y, size, size, 0, 0, canvas.width, canvas.height);
}

const steps: Record<string, [number, number]> = {
  ArrowLeft: [10, 0],
  ArrowRight: [-10, 0],
  ArrowUp: [0, 10],
  ArrowDown: [0, -10],
};

/** Wires canvas and slider to the frame; each change is drawn at once. */
function steer(canvas: HTMLCanvasElement, slider: HTMLInputElement, frame: CropFrame, redraw: () => void): void {
  const zoom = (value: number) => {
    frame.zoom = value;
    slider.value = String(frame.zoom);
    redraw();
  };
  const drag = (x: number, y: number) => {
    frame.move(x / canvas.clientWidth, y / canvas.clientHeight);
    redraw();
  };
  canvas.addEventListener('pointerdown', (event) => canvas.setPointerCapture(event.pointerId));
  canvas.addEventListener('pointermove', (event) => {
    if (canvas.hasPointerCapture(event.pointerId)) drag(event.movementX, event.movementY);
  });
  canvas.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      zoom(frame.zoom * (event.deltaY < 0 ? 1.08 : 1 / 1.08));
    },
    { passive: false },
  );
  canvas.addEventListener('keydown', (event) => {
    const step = steps[event.key];
    if (step) drag(...step);
    else if (event.key === '+' || event.key === '=') zoom(frame.zoom * 1.1);
    else if (event.key === '-') zoom(frame.zoom / 1.1);
    else return;
    event.preventDefault();
  });
  slider.addEventListener('input', () => zoom(Number(slider.value)));
}

/** Lets the person choose; null when they give up. */
async function choosePart(image: ImageBitmap): Promise<Blob | null> {
  const frame = new CropFrame(image);
  const canvas = el('canvas', {
    class: 'crop',
    width: FRAME * 2,
    height: FRAME * 2,
    tabindex: 0,
    role: 'img',
    'aria-label': t('auth.crop.area'),
  });
  const slider = el('input', { id: 'crop-zoom', type: 'range', min: 1, max: CropFrame.ZOOM_MAX, step: 0.01, value: 1 });
  const redraw = () => draw(canvas, { width: image.width, height: image.height, image }, frame);
  steer(canvas, slider, frame, redraw);
  redraw();
  const zoomField = el('div', { class: 'field' }, el('label', { for: 'crop-zoom' }, t('auth.crop.zoom')), slider);
  const answer = await openDialog(
    t('auth.crop.title'),
    [canvas, zoomField],
    [{ label: t('auth.crop.save'), value: 'yes', kind: 'primary' }],
    { focus: canvas },
  );
  if (answer !== 'yes') return null;
  const output = el('canvas', { width: OUTPUT, height: OUTPUT });
  draw(output, { width: image.width, height: image.height, image }, frame);
  return new Promise((resolve) => output.toBlob(resolve, 'image/webp', 0.9));
}

async function replacePicture(file: File): Promise<void> {
  const image = await createImageBitmap(file).catch(() => null);
  if (!image) return void toast(t('auth.crop.unreadable'), { tone: 'danger' });
  if (image.width * image.height > PIXELS_MAX) return void toast(t('auth.crop.large'), { tone: 'danger' });
  const part = await choosePart(image);
  image.close();
  if (!part) return;
  const form = new FormData();
  form.set('file', part, part.type === 'image/webp' ? 'avatar.webp' : 'avatar.png');
  await send('POST', '/api/settings/avatar', form);
  location.assign('/accounts/settings/profile?done=avatar#avatar');
}

export function startCrop(): void {
  const input = document.querySelector<HTMLInputElement>('form[data-crop] input[type="file"]');
  input?.addEventListener('change', () => {
    const [file] = input.files ?? [];
    input.value = '';
    if (file) replacePicture(file).catch(failed);
  });
}
