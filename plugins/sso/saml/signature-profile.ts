// What a signature in a SAML document may look like: one reference to the element around it, and no weak algorithm.
import type { Element } from '@xmldom/xmldom';
import { childElements, everyElement, onlyChild, optionalChild, SamlRefusal } from './xml-document.ts';

export const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
const EXCLUSIVE = ['http://www.w3.org/2001/10/xml-exc-c14n#', 'http://www.w3.org/2001/10/xml-exc-c14n#WithComments'];
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';

/** SHA-256 or better; what the library can check of it. */
const SIGNATURES = [
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
];
const DIGESTS = ['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512'];

const refused = (message: string): SamlRefusal => new SamlRefusal('signature_invalid', message);

/**
 * Looks at every signature and every ID of a document before anything is computed.
 * @param signable the elements that may carry a signature
 * @throws SamlRefusal signature_invalid
 */
export function checkSignatures(root: Element, signable: Element[]): void {
  const ids = everyElement(root).flatMap((element) =>
    [...element.attributes].filter(({ localName }) => /^id$/i.test(localName ?? '')).map(({ value }) => value),
  );
  if (new Set(ids).size !== ids.length) throw refused('Two elements of the document have the same ID.');
  for (const signature of everyElement(root).filter(isSignature)) {
    const signed = signable.find((element) => element === signature.parentNode);
    if (!signed) throw refused('A signature stands where none belongs.');
    checkSignature(signature, signed);
  }
  for (const element of signable)
    if (childElements(element).filter(isSignature).length > 1) throw refused('An element is signed twice.');
}

/** Whether the element carries a signature of its own. */
export const isSigned = (element: Element): boolean => childElements(element).some(isSignature);

const isSignature = (element: Element): boolean => element.localName === 'Signature';

function checkSignature(signature: Element, signed: Element): void {
  if (signature.namespaceURI !== DSIG) throw refused('A signature is of another kind than XML signatures.');
  const info = onlyChild(signature, DSIG, 'SignedInfo');
  const algorithm = (name: string, within: Element): string =>
    onlyChild(within, DSIG, name).getAttribute('Algorithm') ?? '';
  if (!EXCLUSIVE.includes(algorithm('CanonicalizationMethod', info)))
    throw refused('A signature is not canonicalised exclusively.');
  if (!SIGNATURES.includes(algorithm('SignatureMethod', info)))
    throw refused('A signature needs RSA with SHA-256 or SHA-512.');
  const reference = onlyChild(info, DSIG, 'Reference');
  if (reference.getAttribute('URI') !== `#${signed.getAttribute('ID')}`)
    throw refused('A signature refers to another element than the one around it.');
  if (!DIGESTS.includes(algorithm('DigestMethod', reference))) throw refused('A digest needs SHA-256 or SHA-512.');
  onlyChild(reference, DSIG, 'DigestValue');
  const transforms = optionalChild(reference, DSIG, 'Transforms');
  for (const transform of transforms ? childElements(transforms) : []) {
    const name = transform.getAttribute('Algorithm') ?? '';
    if (name !== ENVELOPED && !EXCLUSIVE.includes(name)) throw refused('A signature transforms what it signs.');
  }
}
