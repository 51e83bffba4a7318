// Where the picture of a cover is, by what a page says of it.

/** The drawings of our own. */
export const COVER_NAMES = [
  ...(['dawn', 'meadow', 'harbour', 'dusk', 'clay', 'moss', 'slate', 'rose', 'honey', 'lagoon'] as const),
];

/** Of a drawing, by its name. */
export const coverUrl = (name: string): string => `/static/cover-${name}.svg`;

const DRAWING = /^\/static\/cover-\w+\.svg$/;

/** Whether a cover is one of the drawings, of which no part is chosen. */
export const isDrawing = (address: string): boolean => DRAWING.test(address);

const PICTURE = /^\/api\/files\/\d+\/[0-9a-f-]{36}\.(?:png|jpg|gif|webp|avif)$/;

/**
 * Of an uploaded one in a form that is not larger than it is shown.
 * @param edge the longer one, in pixels
 */
export const coverImage = (address: string, edge: 320 | 1600 = 1600): string =>
  PICTURE.test(address) ? `${address}/thumbnail?edge=${edge}` : address;
