// What `commonplace` exports to authors of extensions: the same things the product's own plugins use.

export { type DoctorCheck, doctorChecks } from './cli/doctor.ts';
export { eachEvent } from './events/event-streams.ts';
export type { JobKind } from './events/jobs.ts';
export { Problem } from './http/problem.ts';
// With it come the types of what requests of hapi carry: `request.ctx`.
export type { Barrier } from './http/request-lifecycle.ts';
export type { Access, Need, Ref, Role, Route, Scope } from './http/route.ts';
export { route } from './http/route.ts';
export { id, name, params, title } from './http/schema-fields.ts';
export type { App } from './kernel/app.ts';
export type { Actor, Ctx } from './kernel/context.ts';
export type { DomainEvent, EventStream } from './kernel/domain-event.ts';
export type { Command, CommandInput, Manifest, NavEntry, Point, Service } from './kernel/plugin.ts';
export { adding, definePlugin, point, service, UsageProblem } from './kernel/plugin.ts';
export type { ApiNotes } from './openapi/route-metadata.ts';
