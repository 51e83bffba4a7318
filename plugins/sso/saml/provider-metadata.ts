// Metadata of an identity provider: who it is, where it takes questions, and by which keys its answers are known.
import type { Element } from '@xmldom/xmldom';
import { readCertificate } from './certificate.ts';
import { DSIG } from './signature-profile.ts';
import { childElements, elementText, everyElement, onlyChild, parseXml, SamlRefusal } from './xml-document.ts';

const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata';
const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
export const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const SIZE_MAX = 1_048_576;

export interface SamlProviderDetails {
  entity_id: string;
  sso_url: string;
  slo_url: string | null;
  /** PEM */
  certificates: string[];
}

/** @throws SamlRefusal whose message names what is missing */
export function readProviderMetadata(text: string): SamlProviderDetails {
  if (Buffer.byteLength(text) > SIZE_MAX) throw new SamlRefusal('metadata', 'The metadata are larger than 1 MiB.');
  if (/^\s*<!doctype html|^\s*<html/i.test(text))
    throw new SamlRefusal('metadata', 'The address answers with a web page, not with metadata.');
  // Metadata are trusted for where they come from; comments are common in them and carry nothing.
  const root = parseXml(text.replace(/<!--(?:(?!--)[\s\S])*-->/g, ''));
  const [provider, more] = everyElement(root).filter(
    (element) =>
      element.namespaceURI === METADATA &&
      element.localName === 'EntityDescriptor' &&
      childElements(element, METADATA, 'IDPSSODescriptor').length,
  );
  if (!provider) throw new SamlRefusal('metadata', 'The metadata name no identity provider.');
  if (more) throw new SamlRefusal('metadata', 'The metadata name several providers; give those of one.');
  const descriptor = onlyChild(provider, METADATA, 'IDPSSODescriptor');
  if (!(descriptor.getAttribute('protocolSupportEnumeration') ?? '').split(/\s+/).includes(PROTOCOL))
    throw new SamlRefusal('metadata', 'The provider does not speak SAML 2.0.');
  const sso = redirectAddress(descriptor, 'SingleSignOnService', 'Location');
  if (!sso) throw new SamlRefusal('metadata', 'The provider takes no questions by redirect (HTTP-Redirect).');
  const entityId = provider.getAttribute('entityID') ?? '';
  if (!entityId || entityId.length > 1024)
    throw new SamlRefusal('metadata', 'The entityID of the provider must have 1 to 1,024 characters.');
  return {
    entity_id: entityId,
    sso_url: sso,
    slo_url: redirectAddress(descriptor, 'SingleLogoutService', 'Location'),
    certificates: certificatesOf(descriptor),
  };
}

const isWebAddress = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? '');

function redirectAddress(descriptor: Element, service: string, attribute: string): string | null {
  const found = childElements(descriptor, METADATA, service).find(
    (element) => element.getAttribute('Binding') === REDIRECT,
  );
  const address = found?.getAttribute(attribute) ?? null;
  if (address !== null && !isWebAddress(address))
    throw new SamlRefusal('metadata', `The ${attribute} of ${service} must be a web address.`);
  return address;
}

/** Those for signing, and those that say nothing of their use. */
function certificatesOf(descriptor: Element): string[] {
  const found = childElements(descriptor, METADATA, 'KeyDescriptor')
    .filter((key) => (key.getAttribute('use') ?? 'signing') === 'signing')
    .flatMap(everyElement)
    .filter((element) => element.namespaceURI === DSIG && element.localName === 'X509Certificate')
    .map((element) => certificateIn(element));
  if (!found.length) throw new SamlRefusal('metadata', 'The metadata hold no certificate for signatures.');
  return [...new Set(found)].slice(0, 10);
}

function certificateIn(element: Element): string {
  try {
    return readCertificate(elementText(element)).pem;
  } catch (error) {
    throw new SamlRefusal('metadata', `A certificate of the metadata ${(error as Error).message}.`);
  }
}
