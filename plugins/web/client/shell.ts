// The frame of every page in the browser: sidebar, tree, menus, shortcuts. What is rarely used is loaded on use.
import { startAppearance } from './shell/appearance.ts';
import { startConnection } from './shell/connection.ts';
import { startDropdowns } from './shell/dropdowns.ts';
import { startKeys } from './shell/keys.ts';
import { startOnUse } from './shell/lazy-modules.ts';
import { startPageName } from './shell/page-name.ts';
import { startWorkbench } from './shell/page-scripts.ts';
import { startRelativeClock } from './shell/relative-clock.ts';
import { startSidebar } from './shell/sidebar.ts';
import { startTree } from './shell/tree/tree.ts';

startSidebar();
startDropdowns();
startAppearance();
startConnection();
startTree();
startWorkbench();
startKeys();
startPageName();
startRelativeClock();
startOnUse();
