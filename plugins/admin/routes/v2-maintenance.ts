// The service read-only for a while, in the public API.

import type { MaintenanceState } from '../../../core/http/maintenance.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { maintenanceBody, maintenanceSchema, switchMaintenance } from '../read-only.ts';

const path = '/api/v2/admin/maintenance';
const rules = { access: { admin: true as const }, scope: 'admin' as const };

export const maintenanceApi: Route[] = [
  route({
    method: 'GET',
    path,
    rules,
    options: {
      id: 'maintenance.get',
      description: 'Whether the service is read-only, and the words over every page',
      response: { schema: maintenanceSchema },
    },
    handler: ({ ctx }) => ctx.app.maintenance.state as never,
  }),
  route({
    method: 'PUT',
    path,
    rules,
    options: {
      id: 'maintenance.set',
      description: 'Make the service read-only, or writable again, and set the words over every page',
      validate: { payload: maintenanceBody },
      response: { schema: maintenanceSchema },
    },
    handler: ({ ctx, payload }) => switchMaintenance(ctx, payload as Partial<MaintenanceState>) as never,
  }),
];
