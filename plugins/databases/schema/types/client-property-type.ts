// The half of a type of property that the browser needs: one record says how its values look, and how they are typed.
import type { EditorContext, EditResult } from '../../client/database/editors/editor-panel.ts';
import type { Model } from '../../client/database/model.ts';
import type { Property, Value } from '../../model.ts';
import type { CellSketch, ValidationRule } from './property-type.ts';

/** How values are compared: operators, sums and orders follow from it. */
export type ClientComparison =
  | 'text'
  | 'number'
  | 'row_number'
  | 'option'
  | 'options'
  | 'flag'
  | 'date'
  | 'people'
  | 'rows'
  | 'files'
  | 'none';

/** Part of the form of a property. */
export interface Parts {
  elements: HTMLElement[];
  config(): Record<string, unknown>;
}

export interface ReadContext {
  property: Property;
  model: Model;
  /** with the blanks around the words */
  text: string;
}

/** Resolves with what was made of the value, null when it was given up. */
export type ValueEditor = (editing: EditorContext) => Promise<EditResult | null>;

export interface ClientPropertyType {
  icon: string;
  compares: ClientComparison;
  /** of its column, in pixels */
  width?: number;
  rules: readonly ValidationRule[];
  /** nobody writes it */
  isComputed?: true;
  /** it is filled from the page of its row, and rollups do not look at it */
  isOfPage?: true;
  /** it is pressed, and does something */
  isPressed?: true;
  /** its digits stand below each other */
  isQuantity?: true;
  /** its text keeps its lines in cells */
  hasLines?: true;
  sketch?: CellSketch;
  /** its values are lists */
  isMany?: true;
  /** rows can be grouped by it */
  isGrouped?: true;
  /** types with this can become each other */
  isConverted?: true;
  /** typing into a cell begins to edit it */
  isTyped?: true;
  /** its settings are asked for before it is made */
  isSetUpFirst?: true;
  /** there is one already, or it is not made by hand */
  isNeverMade?: true;
  /** the words of a value that is there */
  text(value: Value, property: Property, model: Model): string;
  /** as it stands in a field that is typed into, where that is not its words */
  typed?(value: Value, property: Property): string | undefined;
  /** as it is copied for other programs, where that is not what is typed */
  copied?(value: Value): string | undefined;
  /** what no words mean, where that is not null */
  unset?: Value;
  /** @throws UnreadableValue */
  read(words: string, context: ReadContext): Value;
  /** what a cell shows, where that is not its words */
  content?(value: Value, shown: { property: Property; model: Model; text: string }): (Node | string)[];
  /** what is pressed where there is no value yet; its parts say by `data-sets` what they set */
  offered?(property: Property): HTMLElement;
  edit?: ValueEditor;
  /** where its editor is not there from the start; keys that are pressed meanwhile are its first ones */
  loadEditor?(): Promise<ValueEditor>;
  /** its own part of the form of a property, of a new one without it */
  settings?(model: Model, config: Property['config'], property?: Property): Promise<Parts>;
}
