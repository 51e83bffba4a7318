// What the server wrote beside the article for the editor: the page, its blocks and the names they refer to.
import type { Block } from '../../../blocks/block.ts';

/** A stored file as blocks show it. */
export interface ShownFile {
  href: string;
  name: string;
  mime: string;
}

/** A document that a device keeps: one update, in base64, of the document of this epoch. */
export interface KeptText {
  epoch: string;
  state: string;
  /** it was made on this device, and the service does not know it yet */
  isLocal: boolean;
}

export interface PageData {
  id: number;
  /** `sync_version` of the blocks */
  version: number;
  userId: number;
  workspaceId: number;
  parentId: number | null;
  title: string;
  icon: string;
  cover: string;
  isWide: boolean;
  isSmall: boolean;
  blocks: Block[];
  /** the page has a live document, in a room that may be entered */
  isLive: boolean;
  /** the document as this device keeps it; null: it comes from the room */
  kept: KeptText | null;
  /** addresses of the emoji of the reader's language and of their names between colons, a space between them */
  emojiUrl: string;
  names: {
    pages: Record<string, string>;
    users: Record<string, string>;
    files: Record<string, ShownFile>;
    /** the pages above this one, outermost first */
    trail: { title: string; href: string }[];
    /** hosts that pages may embed */
    hosts: string[];
    emoji: Record<string, ShownEmoji>;
  };
}

/** The picture of one of the workspace's own, or the sign of a standard one. */
export type ShownEmoji = { href: string } | { text: string };

/** Most characters a title may have, as the server has it. */
export const TITLE_MAX = 500;

/** Reads the attributes of the article and takes the large ones away, so that they are kept once. */
export function readPageData(article: HTMLElement, title: string): PageData {
  const { page, version, user, workspace, parent, wide, icon, cover, emoji, names, blocks, live, epoch, state, local } =
    article.dataset;
  const data: PageData = {
    id: Number(page),
    version: Number(version),
    userId: Number(user),
    workspaceId: Number(workspace),
    parentId: parent ? Number(parent) : null,
    title,
    icon: icon ?? '',
    cover: cover ?? '',
    isWide: wide === '1',
    isSmall: article.classList.contains('small'),
    blocks: blocks ? (JSON.parse(blocks) as { blocks: Block[] }).blocks : [],
    isLive: live === '1',
    kept: epoch === undefined ? null : { epoch, state: state ?? '', isLocal: local === '1' },
    emojiUrl: emoji ?? '',
    names: JSON.parse(names ?? '{}'),
  };
  delete article.dataset.blocks;
  delete article.dataset.names;
  delete article.dataset.state;
  return data;
}
