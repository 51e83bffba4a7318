// What is known of rooms outside the files that keep them.
export { liveRoutes } from './live-routes.ts';
export * from './points.ts';
