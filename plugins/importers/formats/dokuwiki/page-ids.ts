// Names of pages and files of a DokuWiki: its namespaces with colons between them, and what links mean by them.

/** The one form in which a page is named, however a link writes it. */
export function wikiPageId(written: string): string {
  return written
    .toLowerCase()
    .replace(/[/;]/g, ':')
    .replace(/[^\p{L}\p{N}\p{M}._:-]+/gu, '_')
    .split(':')
    .map((part) => part.replace(/__+/g, '_').replace(/^[._-]+|[._-]+$/g, ''))
    .filter(Boolean)
    .join(':');
}

export const namespaceOf = (id: string): string => id.slice(0, Math.max(0, id.lastIndexOf(':')));
export const nameInNamespace = (id: string): string => id.slice(id.lastIndexOf(':') + 1);

/** What headings are called in addresses. */
export const headingId = (text: string): string => wikiPageId(text).replace(/[:.]/g, '');

/** A name as it is written on a page of a namespace: without a colon it is beside it, with points it is relative. */
export function resolvedName(written: string, namespace: string): string {
  const name = written.trim().replaceAll('/', ':');
  const ups = /^(?:\.\.?:?)+/.exec(name)?.[0] ?? '';
  if (!ups) return name.includes(':') || !namespace ? name : `${namespace}:${name}`;
  const above = namespace.split(':').filter(Boolean);
  const levels = ups.split(':').filter((part) => part === '..').length;
  return [...above.slice(0, Math.max(0, above.length - levels)), name.slice(ups.length)].join(':');
}

/** Pages that may stand for a namespace, the first that is there. */
export const startPagesOf = (namespace: string): string[] => [
  `${namespace}:start`,
  `${namespace}:${nameInNamespace(namespace)}`,
  namespace,
];
