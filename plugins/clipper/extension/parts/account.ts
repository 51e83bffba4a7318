// Where the extension is connected: the service, its credential, and a pairing that is on its way. Kept by the browser
// for the extension alone; no page and no script in a page ever sees it.
import { browser } from './browser-api.ts';
import type { SiteTemplate } from './draft.ts';

export interface Account {
  server: string;
  token: string;
  /** of the person, for people */
  name: string;
  /** the person, of all services */
  owner?: string | undefined;
}

export interface Pairing {
  server: string;
  user_code: string;
  poll_token: string;
  verifier: string;
  /** epoch milliseconds */
  ends: number;
}

interface Kept {
  account: Account;
  pairing: Pairing;
  device_id: string;
  templates: SiteTemplate[];
  /** why the last pairing came to nothing, or ended */
  fault: 'denied' | 'over' | 'ended' | '';
}

export async function readStored<Name extends keyof Kept>(name: Name): Promise<Kept[Name] | undefined> {
  return (await browser().storage.local.get([name]))[name] as Kept[Name] | undefined;
}

export const writeStored = (values: Partial<Kept>): Promise<void> => browser().storage.local.set(values);

export const forget = (...names: (keyof Kept)[]): Promise<void> => browser().storage.local.remove(names);

/** The service does not know its credential: what the popup says then. */
export async function endAccount(): Promise<void> {
  await forget('account');
  await writeStored({ fault: 'ended' });
}

/** Made once, so that a browser that is connected again is the same device. */
export async function ensureDeviceId(): Promise<string> {
  const known = await readStored('device_id');
  if (known) return known;
  const device_id = crypto.randomUUID();
  await writeStored({ device_id });
  return device_id;
}

/** What a person calls it, in any language: "Firefox (Linux)". */
export function browserName(agent = navigator.userAgent): string {
  const family = /Firefox|Edg(?=\/)|OPR|Vivaldi|Chrome/.exec(agent)?.[0] ?? 'Browser';
  const system = /Android|Windows|Mac OS|CrOS|Linux/.exec(agent)?.[0];
  const names: Record<string, string> = { Edg: 'Edge', OPR: 'Opera', 'Mac OS': 'macOS', CrOS: 'ChromeOS' };
  const [name, place] = [family, system].map((one) => (one ? (names[one] ?? one) : ''));
  return place ? `${name} (${place})` : (name as string);
}

/** As somebody may have typed it; `https` unless they said otherwise. */
export function serverAddress(typed: string): string | undefined {
  const text = typed.trim();
  const whole = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (!text || !URL.canParse(whole)) return undefined;
  const { origin, pathname, username } = new URL(whole);
  return username ? undefined : `${origin}${pathname.replace(/\/+$/, '')}`;
}
