// What is known of rooms outside the files that keep them.

export { liveRoutes } from './document-routes.ts';
export * from './points.ts';
