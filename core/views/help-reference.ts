// What a plugin lists of itself in an article of the help, such as the functions of a language.
import { type Point, point } from '../kernel/plugin.ts';

export interface ReferenceEntry {
  /** key of the article; one that is nothing without its entries is shown only where there are some */
  topic: string;
  /** key of the message that heads its group */
  group: string;
  /** as one writes it; several are alternatives */
  terms: string[];
  /** key of the message that says what it does */
  label: string;
  example: string;
  /** what comes of the example */
  gives: string;
}

/** What plugins list of themselves in an article of the help. */
export const references: Point<ReferenceEntry[]> = point('core.references');
