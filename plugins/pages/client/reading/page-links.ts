// Which links lead to pages of ours.

/** The id of the page, or null for any other link and for those within this page. */
export function pageOfLink(link: HTMLAnchorElement): number | null {
  if (link.origin !== location.origin) return null;
  const found = /^\/pages\/([1-9]\d*)$/.exec(link.pathname);
  return found && link.pathname !== location.pathname ? Number(found[1]) : null;
}
