// Which square of a picture is shown: moved and zoomed, and never outside of it. All lengths are pixels of the picture.

export interface PictureSize {
  width: number;
  height: number;
}

export class CropFrame {
  static readonly ZOOM_MAX = 5;
  readonly #picture: PictureSize;
  #zoom = 1;
  #x: number;
  #y: number;

  /** Begins with the largest square in the middle. */
  constructor(picture: PictureSize) {
    this.#picture = picture;
    const side = Math.min(picture.width, picture.height);
    this.#x = (picture.width - side) / 2;
    this.#y = (picture.height - side) / 2;
  }

  get part(): { x: number; y: number; size: number } {
    const { width, height } = this.#picture;
    return { x: this.#x, y: this.#y, size: Math.min(width, height) / this.#zoom };
  }

  /** 1: as large as fits; the middle of the frame stays where it is. */
  get zoom(): number {
    return this.#zoom;
  }

  set zoom(wanted: number) {
    const before = this.part.size;
    this.#zoom = Math.min(CropFrame.ZOOM_MAX, Math.max(1, wanted));
    const shift = (before - this.part.size) / 2;
    this.#place(this.#x + shift, this.#y + shift);
  }

  /** Drags the picture below the frame, in shares of the frame: 0.5 is half of it to the right or down. */
  move(right: number, down: number): void {
    const { size } = this.part;
    this.#place(this.#x - right * size, this.#y - down * size);
  }

  #place(x: number, y: number): void {
    const { width, height } = this.#picture;
    const { size } = this.part;
    this.#x = Math.min(width - size, Math.max(0, x));
    this.#y = Math.min(height - size, Math.max(0, y));
  }
}
