// A plugin as it was found, and what became of it.
import type { CommonplacePlugin } from './plugin.ts';

export interface DiscoveredPlugin {
  /** where it came from: a folder name, file or package name */
  origin: string;
  kind: 'built-in' | 'extension' | 'package';
  state: 'ready' | 'skipped';
  /** why it was skipped, or empty */
  reason: string;
  plugin?: CommonplacePlugin;
  /** importers and connectors found in the extensions folder, by their declared kind */
  extension?: Extension;
}

/** What a single-file extension exports besides plugins, e.g. `{ kind: 'importer', name, … }`. */
export interface Extension {
  kind: string;
  name: string;
  [key: string]: unknown;
}
