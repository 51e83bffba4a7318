// Where a list of the library is found: its tabs at one address, and what carries a tag at the address of the tag.
type Said = Record<string, string | number | boolean | undefined>;

/** What is said of a list, as far as anything is. */
export const listSearch = (said: Said): URLSearchParams =>
  new URLSearchParams(
    Object.entries(said).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, `${value}`]])),
  );

/** @param more e.g. what came of an act */
export function libraryAddress({ tab, ...query }: Said, more: Said = {}): string {
  const { tag, ...rest } = query;
  const isTagged = tab === 'tagged' && Number(tag) > 0;
  const search = listSearch({ ...(isTagged ? rest : { tab, ...query }), ...more }).toString();
  return `${isTagged ? `/tags/${Number(tag)}` : '/library'}${search && `?${search}`}`;
}
