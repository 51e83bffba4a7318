// Drawings of a document in Rich Text Format: its pictures, and what these and other shapes say to those who cannot see them.
import { madeElement } from '../../../conversion/html/tree.ts';
import { storableRtfText } from './code-pages.ts';
import { PictureReader } from './pictures.ts';
import type { RtfDestination, RtfGroup } from './reader.ts';

/** Its text is gathered and handed over at the end of the group. */
export function gathered(group: RtfGroup, done: (text: string) => void): void {
  let text = '';
  group.target = {
    text(part) {
      text += part;
    },
  };
  group.end = () => done(storableRtfText(text.trim()));
}

/** What drawings say of themselves, to those who cannot see them. */
const DESCRIPTIONS = new Set(['wzDescription', 'pihlTooltip']);

const shapeDestinations = (descriptions: string[]): [string, RtfDestination][] => {
  let property = '';
  return [
    ['sn', (_, group) => gathered(group, (name) => (property = name))],
    [
      'sv',
      (_, group) => {
        if (DESCRIPTIONS.has(property)) gathered(group, (text) => text && descriptions.push(text));
      },
    ],
    [
      'shpinst',
      (_, group) => {
        const { story: current, look } = group;
        // Words of a drawing that is no picture stand where it was.
        group.end = () => {
          for (const text of descriptions.splice(0)) current.text({ text: `[${text}] `, look, href: '' });
        };
      },
    ],
  ];
};

const pictureDestination =
  (descriptions: string[]): RtfDestination =>
  (reader, group) => {
    const { story, href } = group;
    const pict = new PictureReader();
    group.target = {
      word: (name, value) => pict.word(name, value),
      raw: (bytes, isBinary) => (isBinary ? pict.binary(bytes) : pict.text(bytes)),
    };
    group.end = () => {
      const { mime, bytes, width } = pict.end();
      const address = bytes.length ? `data:${mime};base64,${bytes.toString('base64')}` : '';
      const isShown = /png|jpeg/.test(mime) || !address;
      const alt = descriptions.splice(0).join(' – ');
      const image = isShown
        ? madeElement('img', [], { src: address, ...(alt && { alt }), ...(width > 0 && { width: String(width) }) })
        : madeElement('object', [], { data: address, type: 'application/octet-stream' });
      if (!isShown) reader.loss('picture_format');
      story.add(href ? madeElement('a', [image], { href }) : image);
    };
  };

/** `descriptions`: of the drawing that is read. */
export const drawingDestinations = (descriptions: string[]): [string, RtfDestination][] => [
  ['pict', pictureDestination(descriptions)],
  ...shapeDestinations(descriptions),
];
