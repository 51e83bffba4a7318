// Where a list of the library is found: its tabs at one address, and what carries a tag at the address of the tag.
type Said = Record<string, string | number | boolean | undefined>;

/** @param more e.g. what came of an act */
export function libraryAddress({ tab, ...query }: Said, more: Said = {}): string {
  const { tag, ...rest } = query;
  const isTagged = tab === 'tagged' && Number(tag) > 0;
  const said = Object.entries({ ...(isTagged ? rest : { tab, ...query }), ...more });
  const given = said.filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return `${isTagged ? `/tags/${Number(tag)}` : '/library'}${search && `?${search}`}`;
}
