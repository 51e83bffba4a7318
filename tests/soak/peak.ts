// Loaded into a process that is measured: writes the most memory that it had at once, in KiB, when it ends.
import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

if (isMainThread)
  process.on('exit', () => writeFileSync(String(process.env.PEAK_FILE), String(process.resourceUsage().maxRSS)));
