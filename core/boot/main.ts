#!/usr/bin/env node
// The first file of the server: tiny, so that the compile cache covers everything after it.
import { prepareModules } from './module-resolution.ts';

prepareModules();
const { serve } = await import('./serve.ts');
await serve();
