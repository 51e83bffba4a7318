// Reads XML of strangers: nothing but elements, attributes and text, so that every reader of it sees the same.
import { DOMParser, type Document, type Element, type Node } from '@xmldom/xmldom';

/** Why a document of a provider is refused; `reason` is a word for the history, the message a sentence for people. */
export class SamlRefusal extends Error {
  readonly reason: string;

  constructor(reason: string, message: string) {
    super(message);
    this.reason = reason;
  }
}

const ELEMENT = 1;
const TEXT = 3;

const DEPTH_MAX = 100;
const TAGS_MAX = 5000;
const NAMESPACES_MAX = 200;

/** Where the tag that begins here ends; a `>` in quotes ends none. */
function endOfTag(text: string, start: number): number {
  let quote = '';
  for (let at = start; at < text.length; at += 1) {
    const one = text[at] as string;
    if (quote) {
      if (one === quote) quote = '';
    } else if (one === '"' || one === "'") quote = one;
    else if (one === '>') return at;
  }
  return text.length;
}

/** Looks once over the text, before parsers and signatures take time that grows faster than it does. @throws SamlRefusal */
function requireBounds(text: string): void {
  let depth = 0;
  let tags = 0;
  for (let at = text.indexOf('<'); at >= 0; ) {
    const end = endOfTag(text, at);
    if (text[at + 1] === '/') depth -= 1;
    else {
      tags += 1;
      if (text[end - 1] !== '/') depth += 1;
    }
    if (depth > DEPTH_MAX) throw new SamlRefusal('malformed', 'The document has too many elements inside each other.');
    if (tags > TAGS_MAX) throw new SamlRefusal('too_large', 'The document has too many elements.');
    at = text.indexOf('<', end);
  }
  if (text.split('xmlns').length > NAMESPACES_MAX + 1)
    throw new SamlRefusal('malformed', 'The document declares too many namespaces.');
}

/**
 * @throws SamlRefusal for what is not well-formed, too large or too deep, or holds a document type, entities, comments, processing
 * instructions or CDATA: parsers differ about these, and no provider needs them
 */
export function parseXml(text: string): Element {
  const body = text.replace(/^\uFEFF?\s*<\?xml[^?<>]*\?>/, '');
  if (/<[!?]/.test(body))
    throw new SamlRefusal('malformed', 'The document holds a document type, a comment or a processing instruction.');
  requireBounds(body);
  let document: Document;
  try {
    document = new DOMParser({
      onError(level, message) {
        throw new Error(`${level}: ${message}`);
      },
    }).parseFromString(body, 'text/xml');
  } catch {
    throw new SamlRefusal('malformed', 'The document is not XML.');
  }
  const root = document.documentElement;
  if (!root) throw new SamlRefusal('malformed', 'The document is not XML.');
  return root;
}

const isElement = (node: Node): node is Element => node.nodeType === ELEMENT;

/** Elements directly below, of one name or of any. */
export function childElements(element: Element, namespace?: string, name?: string): Element[] {
  return [...element.childNodes]
    .filter(isElement)
    .filter((child) => (!namespace || child.namespaceURI === namespace) && (!name || child.localName === name));
}

/** The element itself and all below it, in their order. */
export function everyElement(element: Element): Element[] {
  return [element, ...childElements(element).flatMap(everyElement)];
}

/** @throws SamlRefusal when there is not exactly one */
export function onlyChild(element: Element, namespace: string, name: string): Element {
  const found = childElements(element, namespace, name);
  if (found.length !== 1) throw new SamlRefusal('malformed', `The document needs exactly one ${name}.`);
  return found[0] as Element;
}

/** @throws SamlRefusal when there is more than one */
export function optionalChild(element: Element, namespace: string, name: string): Element | undefined {
  const found = childElements(element, namespace, name);
  if (found.length > 1) throw new SamlRefusal('malformed', `The document has more than one ${name}.`);
  return found[0];
}

/** The text of an element that holds nothing else, without the space around it. @throws SamlRefusal */
export function elementText(element: Element): string {
  const parts = [...element.childNodes];
  if (parts.some((node) => node.nodeType !== TEXT))
    throw new SamlRefusal('malformed', `${element.localName} must hold text only.`);
  return parts
    .map((node) => node.nodeValue ?? '')
    .join('')
    .trim();
}
