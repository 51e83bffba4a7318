// The sign of the product as pictures of the sizes that systems ask for which keep it as an app.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** `isFull`: without corners of its own, since the system cuts them. */
const PICTURES: { name: string; edge: number; isFull: boolean }[] = [
  { name: 'icon-180.png', edge: 180, isFull: true },
  { name: 'icon-192.png', edge: 192, isFull: false },
  { name: 'icon-512.png', edge: 512, isFull: false },
  { name: 'icon-maskable.png', edge: 512, isFull: true },
];

/** Writes them into a folder; `path` is a drawing whose first rectangle is its ground. */
export async function writeAppIcons(path: string, folder: string): Promise<void> {
  const { default: sharp } = await import('sharp');
  const drawing = readFileSync(path, 'utf8');
  await Promise.all(
    PICTURES.map(({ name, edge, isFull }) =>
      sharp(Buffer.from(isFull ? drawing.replace(/ rx="\d+"/, '') : drawing), { density: edge * 4 })
        .resize(edge, edge)
        .png({ compressionLevel: 9, palette: true, colours: 16 })
        .toFile(join(folder, name)),
    ),
  );
}
