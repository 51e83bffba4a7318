// Tools beside the writing itself, each a plugin of its own.
import type { Plugin } from 'prosemirror-state';
import { tableHandles } from './table-handles.ts';

export const toolPlugins = (): Plugin[] => [tableHandles];
