// What a clip may bring, as the extension and other programs send it, and the places they are offered for it.
export const CLIP_TYPES = ['article', 'selection', 'bookmark', 'screenshot'] as const;
export type ClipType = (typeof CLIP_TYPES)[number];

/** Of one clip, that come along or are fetched by the service: further ones stay links to where they are. */
export const CLIP_PICTURES_MAX = 500;

/** What is known of a page beside its text. */
export interface PageFacts {
  author?: string;
  site?: string;
  /** as the page says it */
  published?: string;
  canonical?: string;
  description?: string;
  language?: string;
  reading_minutes?: number;
}

export interface Highlight {
  exact: string;
  prefix?: string;
  suffix?: string;
  note?: string;
}

export interface ClipInput {
  client_id?: string;
  clip_type?: ClipType;
  source_url: string;
  title?: string;
  html?: string;
  markdown?: string;
  /** base64 */
  image?: string;
  workspace_id?: number;
  parent_id?: number;
  collection_id?: number;
  values?: Record<string, unknown>;
  page_id?: number;
  place?: 'append' | 'prepend';
  tags?: string[];
  highlights?: Highlight[];
  properties?: PageFacts;
  /** base64, by address */
  pictures?: { url: string; data: string }[];
}

export interface ClipTargetOption {
  kind: 'workspace' | 'page' | 'collection';
  id: number;
  /** of the page that the place is; null for a workspace */
  page_id: number | null;
  title: string;
  icon: string;
  workspace_id: number;
  path: string[];
  /** clips that name no place go here */
  is_home: boolean;
  /** of a database, those that take values; `input`: the field of a form for one value */
  properties?: { id: number; name: string; type: string; input?: string; options?: string[] }[];
}
