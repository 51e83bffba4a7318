// Where imports keep what was uploaded, and what they read out of it.
import { join } from 'node:path';
import type { App } from '../../core/kernel/app.ts';

export const importFolder = (app: App): string => join(app.settings.DATA_DIR, 'imports');
