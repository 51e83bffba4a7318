// A TextBundle as a page: its Markdown, and what Bear says of it.
import type { PageItem } from '../../contract.ts';
import { noteItem } from '../../items/note-item.ts';
import { stemOf } from '../../reading/entry-path.ts';

interface BearInfo {
  title?: string;
  creationDate?: string;
  modificationDate?: string;
  trashed?: number;
  archived?: number;
  pinned?: number;
  encrypted?: number;
  tags?: unknown[];
}

export interface BearNote {
  page: PageItem;
  isTrashed: boolean;
  isEncrypted: boolean;
}

/** `folder` is the bundle's path, `name` its text file's. @throws SyntaxError when its description is no JSON */
export function readBundle(folder: string, name: string, { text, info }: { text: string; info: string }): BearNote {
  const described = (info ? JSON.parse(info) : {}) as Record<string, unknown>;
  const bear = (described['net.shinyfrog.bear'] ?? {}) as BearInfo;
  const { page, properties } = noteItem({ path: `${folder}/${name}` }, cleaned(text));
  const tags = [...tagsIn(text), ...(bear.tags ?? []).filter((tag): tag is string => typeof tag === 'string')];
  const flags = (['archived', 'pinned'] as const).filter((flag) => bear[flag]);
  const from = typeof described.sourceURL === 'string' && /^https?:/i.test(described.sourceURL);
  const about = {
    ...{ ...properties, ...Object.fromEntries(flags.map((flag) => [flag, true])) },
    ...(from && { source_url: described.sourceURL }),
  };
  const { properties: _, parent: __, ...rest } = page;
  return {
    page: {
      ...rest,
      id: folder,
      path: `${folder}/${name}`,
      title: bear.title || stemOf(folder),
      wiki: true,
      aliases: [stemOf(folder)],
      ...(Object.keys(about).length && { properties: about }),
      ...(tags.length && { tags: [...new Set([...(page.tags ?? []), ...tags])] }),
      ...(bear.creationDate && { created: bear.creationDate }),
      ...(bear.modificationDate && { updated: bear.modificationDate }),
    },
    isTrashed: Boolean(bear.trashed),
    isEncrypted: Boolean(bear.encrypted),
  };
}

/** Tags of several words end in a second sign. */
const LONG_TAG = /(?<![\p{L}\p{N}#/&])#(?=\S)([^#\n]{1,100}?\S)#(?![\p{L}\p{N}])/gu;

const tagsIn = (text: string): string[] => [...text.matchAll(LONG_TAG)].map(([, tag]) => tag as string);

/** Without the remarks that Bear writes behind its links. */
const cleaned = (text: string): string => text.replace(/<!--\s*\{[^}\n]*\}\s*-->/g, '');
