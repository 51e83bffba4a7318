// What `commonplace` exports to authors of extensions: the same things the product's own plugins use.

export type { App } from './app.ts';
export type { Actor, Ctx } from './context.ts';
export { type DoctorCheck, doctorChecks } from './doctor.ts';
export type { DomainEvent } from './events.ts';
export { id, name, params, title } from './fields.ts';
export type { JobKind } from './jobs.ts';
export type { Command, CommandInput, Manifest, NavEntry, Point, Service } from './plugin.ts';
export { adding, definePlugin, point, service, UsageProblem } from './plugin.ts';
export { Problem } from './problem.ts';
export type { Access, Need, Ref, Role, Route, Scope } from './route.ts';
export { route } from './route.ts';
