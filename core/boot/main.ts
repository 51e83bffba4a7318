#!/usr/bin/env node
// The first file of the server: tiny, so that the compile cache covers everything after it.
import { setFlagsFromString } from 'node:v8';
import { prepareModules } from './module-resolution.ts';

// What a start leaves behind would make the young space grow to its full size, which an idle server keeps: 20 MB.
setFlagsFromString('--semi-space-growth-factor=1');
prepareModules();
const { serve } = await import('./serve.ts');
await serve();
