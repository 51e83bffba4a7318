// What this browser calls itself towards the service, the same each time.
import type { DeviceIdentity } from './service.ts';
import { readMeta, type Store } from './store.ts';

/** e.g. `Chrome on Windows`, for the list of somebody's devices */
export function deviceLabel({ userAgent }: Navigator = navigator): string {
  const browser = [/Edg/, /OPR/, /Firefox/, /Chrome/, /Safari/].find((one) => one.test(userAgent))?.source ?? 'Browser';
  const called: Record<string, string> = { Edg: 'Edge', OPR: 'Opera' };
  const system = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac', 'Linux'].find((one) => userAgent.includes(one));
  return [called[browser] ?? browser, system].filter(Boolean).join(', ');
}

export async function device(store: Store): Promise<DeviceIdentity> {
  const known = await readMeta<string>(store, 'device_id');
  const device_id = known ?? crypto.randomUUID();
  if (!known) await store.put('meta', device_id, 'device_id');
  return { device_id, device_name: deviceLabel() };
}
