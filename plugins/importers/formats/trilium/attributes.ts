// Labels and relations of a note of Trilium: tags, properties, and what only sets up how it is shown there.
import type { PageItem } from '../../contract.ts';
import type { TriliumNote } from './notes.ts';

/** They say what links in the text say. */
const FROM_TEXT = new Set(['internalLink', 'imageLink', 'includeNoteLink', 'includeMapLink', 'relationMapLink']);

/** How a note looks and behaves there. */
const SETTINGS = new Set(
  'iconClass cssClass color sorted sortDirection sortFoldersFirst sortNatural sortLocale top bottom viewType pageSize expanded readOnly autoReadOnlyDisabled toc hideHighlightWidget hidePromotedAttributes webViewSrc keyboardShortcut run runOnInstance disableVersioning docName appCss appTheme bookmarkFolder bookmarked subtreeHidden originalFileName fileSize'.split(
    ' ',
  ),
);
const SETTING =
  /^(?:label|relation|child|calendar|board|map|geo|share|workspace|mapType|mapRoot|mapInclude)(?:$|[:A-Z])/;

const DEFINITION = /^(label|relation):(.+)$/;

/**
 * What people read in front of attributes, by what programs call these: definitions stand on templates, for all their
 * notes. Those that are called in several ways keep their own name.
 */
export function promotedNames(notes: TriliumNote[]): Map<string, string> {
  const names = new Map<string, Set<string>>();
  for (const { isRelation, name, value } of notes.flatMap(({ attributes }) => attributes)) {
    const [, , defined] = (!isRelation && DEFINITION.exec(name)) || [];
    const alias = /(?:^|,)\s*alias=([^,]+)/.exec(value)?.[1]?.trim();
    if (defined && alias) names.set(defined, (names.get(defined) ?? new Set()).add(alias));
  }
  return new Map([...names].flatMap(([name, all]) => (all.size === 1 ? [[name, [...all][0] as string]] : [])));
}

/**
 * @param names what attributes are called for people
 * @param titleOf of a note in the export
 */
export function attributeItems(
  { attributes }: TriliumNote,
  names: ReadonlyMap<string, string>,
  titleOf: (noteId: string) => string | undefined,
): Pick<PageItem, 'tags' | 'properties' | 'unsupported'> {
  const tags: string[] = [];
  const values = new Map<string, string[]>();
  let settings = 0;
  for (const { isRelation, name, value } of attributes) {
    if (isRelation && FROM_TEXT.has(name)) continue;
    if (!isRelation && (SETTINGS.has(name) || SETTING.test(name))) settings += 1;
    else if (!isRelation && !value) tags.push(name);
    else {
      const shown = names.get(name) ?? name;
      values.set(shown, [...(values.get(shown) ?? []), isRelation ? (titleOf(value) ?? value) : value]);
    }
  }
  const properties = Object.fromEntries([...values].map(([name, all]) => [name, all.length > 1 ? all : all[0]]));
  return {
    ...(tags.length && { tags }),
    ...(values.size && { properties }),
    ...(settings && { unsupported: { note_setting: settings } }),
  };
}
