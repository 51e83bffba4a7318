// How wide the sidebar may be; the server, the browser and frame.css agree on these steps.

/** px; frame.css has a rule for each step, so that a page has its width when it arrives. */
export const SIDEBAR_WIDTH = { min: 200, max: 480, step: 20 } as const;
