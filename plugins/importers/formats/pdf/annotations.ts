// What people laid over the pages of a PDF file: remarks and fields of forms.
import type { CommentItem } from '../../contract.ts';
import { isoDate } from '../../conversion/front-matter.ts';

export interface Annotation {
  subtype?: string;
  contentsObj?: { str?: string };
  titleObj?: { str?: string };
  modificationDate?: string | null;
  /** left, bottom, right, top */
  rect?: [number, number, number, number];
  /** of a link: an address */
  url?: string;
  /** of a file that hangs on a page */
  file?: { filename?: string };
  fileId?: string;
  /** of a field of a form */
  fieldName?: string;
  alternativeText?: string;
  fieldValue?: unknown;
  exportValue?: string;
  buttonValue?: string | null;
  checkBox?: boolean;
  radioButton?: boolean;
}

const NO_REMARKS = new Set(['Link', 'Popup', 'Widget']);

/** What people wrote on a page are comments. */
export function remarkOf({ subtype = '', contentsObj, titleObj, modificationDate }: Annotation): CommentItem[] {
  const text = contentsObj?.str?.trim();
  if (NO_REMARKS.has(subtype) || !text) return [];
  const author = titleObj?.str?.trim();
  const created = pdfDate(modificationDate);
  return [{ text, ...(author && { author }), ...(created && { created }) }];
}

/** What was entered into a field of a form, behind its name; empty where nothing was. */
export function enteredText(field: Annotation): string {
  const { fieldName = '', alternativeText, fieldValue, checkBox, radioButton } = field;
  const name = alternativeText?.trim() || fieldName;
  if (checkBox || radioButton) {
    const own = checkBox ? field.exportValue : field.buttonValue;
    return own && fieldValue === own ? `${name}: ${own}` : '';
  }
  const value = [fieldValue ?? []].flat().filter((one) => typeof one === 'string' && one.trim());
  return value.length ? `${name}: ${value.join(', ')}` : '';
}

/** `D:20230405123000+02'00'` as ISO 8601. */
export function pdfDate(text: unknown): string | undefined {
  const parts = /^(?:D:)?(\d{4})(\d\d)(\d\d)(\d\d)?(\d\d)?(\d\d)?(?:([+-]\d\d)'?(\d\d)?|Z)?/.exec(String(text ?? ''));
  if (!parts) return undefined;
  const [, year, month, day, hour = '00', minute = '00', second = '00', zone, minutes = '00'] = parts;
  return isoDate(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone ? `${zone}:${minutes}` : 'Z'}`);
}
