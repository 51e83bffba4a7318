// What an object of Anytype says beside its text: tags, dates, who made it, and its properties by their names.
import type { PageItem } from '../../contract.ts';
import { bareId } from './anyblock.ts';
import { type AnytypeObject, idsListed, storableText } from './object.ts';
import { type AnytypeSpace, dayOf } from './space.ts';

/** How the program keeps and shows an object. */
const INTERNAL = new Set(
  'id name type tag creator createdDate lastModifiedDate lastModifiedBy snippet layout resolvedLayout layoutAlign layoutWidth iconEmoji iconImage iconOption iconName coverId coverType coverX coverY coverScale featuredRelations recommendedRelations recommendedFeaturedRelations recommendedHiddenRelations recommendedFileRelations recommendedLayout internalFlags restrictions links backlinks mentions spaceId workspaceId syncDate syncStatus syncError origin importType sourceFilePath sourceObject oldAnytypeID uniqueKey isReadonly isArchived isDeleted isHidden isUninstalled isHiddenDiscovery revision addedDate lastOpenedDate lastUsedDate lastChangedDate setOf targetObjectType targetSpaceId templateIsBundled defaultTemplateId defaultTypeId defaultViewType globalName identity identityProfileLink profileOwnerIdentity hasChat chatId timestamp orderId toBeDeletedDate apiObjectKey pluralName headerRelationsLayout fileBackupStatus fileIndexingStatus fileVariantIds fileVariantPaths fileVariantKeys fileVariantChecksums fileVariantMills fileVariantWidths fileVariantOptions fileSourceChecksum fileId sizeInBytes widthInPixels heightInPixels'.split(
    ' ',
  ),
);

/** Keys of what a person wrote of an object, in the order of the export. */
export const writtenKeys = ({ fields }: AnytypeObject): string[] =>
  Object.keys(fields).filter((key) => !INTERNAL.has(key));

/** In a page objects are linked to. */
const linkIn =
  (space: AnytypeSpace, losses: Record<string, number>) =>
  (named: string): string => {
    const [id, hint] = [bareId(named), named.slice(bareId(named).length + 1)];
    const words = (space.title(id) ?? hint).replace(/[[\]|]/g, ' ').trim();
    const place = space.file(id) ?? (space.objects.get(id)?.kind === 'page' ? id : undefined);
    if (place) return `[[${place}|${words}]]`;
    if (!words && !/^_/.test(id)) losses.missing_note = (losses.missing_note ?? 0) + 1;
    return words || id.replace(/^_date_/, '');
  };

/** Properties of a page, without those in `taken`. */
export function propertiesOf(
  object: AnytypeObject,
  space: AnytypeSpace,
  losses: Record<string, number>,
  taken: ReadonlySet<string> = new Set(),
): Record<string, unknown> {
  const properties: Record<string, unknown> = {};
  const link = linkIn(space, losses);
  for (const key of writtenKeys(object)) {
    const value = taken.has(key) ? undefined : space.value(key, object.fields[key], link);
    if (value === undefined) continue;
    const { name } = space.property(key);
    const isFree = !Object.hasOwn(properties, name);
    properties[isFree ? name : `${name} (${key})`] = value;
  }
  return properties;
}

/** What pages and rows say alike. */
export function aboutObject(
  { fields }: AnytypeObject,
  space: AnytypeSpace,
): Pick<PageItem, 'tags' | 'icon' | 'created' | 'updated' | 'author'> {
  const tags = idsListed(fields.tag ?? []).map(space.option);
  const author = idsListed(fields.creator ?? [])[0];
  const name = author && (space.title(bareId(author)) ?? author.slice(bareId(author).length + 1));
  const [icon, created, updated] = [storableText(fields.iconEmoji), fields.createdDate, fields.lastModifiedDate];
  return {
    ...(tags.length && { tags }),
    ...(icon && { icon }),
    ...(created !== undefined && created !== null && { created: dayOf(created) }),
    ...(updated !== undefined && updated !== null && { updated: dayOf(updated) }),
    ...(name && { author: name }),
  };
}
