// What every page of somebody who is signed in does for times without a connection, once it has nothing else to do: the
// worker beside pages is registered. What more there is to do is loaded when there is a reason.
const SCRIPT = '/sw.js';

interface Policies {
  createPolicy(name: string, rules: object): { createScriptURL(address: string): string };
}

/** A browser that has no workers, or lets none in, goes on as before. */
async function register(): Promise<void> {
  const { trustedTypes } = globalThis as { trustedTypes?: Policies };
  // Under the policy of pages no other address can become a worker.
  const policy = trustedTypes?.createPolicy('app-sw', { createScriptURL: () => SCRIPT });
  const registration = await navigator.serviceWorker?.register(policy?.createScriptURL('') ?? SCRIPT);
  if (!registration) return;
  const offer = () => void import('./offline/update-offer.ts').then((module) => module.offerUpdate(registration));
  // The first worker has nobody to take over from.
  if (registration.active) registration.onupdatefound = offer;
  if (registration.waiting) offer();
  (await navigator.serviceWorker.ready).active?.postMessage({ type: 'frame', locale: document.documentElement.lang });
}

/** Set by who keeps pages on this device. */
const keep = () => localStorage.getItem('commonplace-offline');

const start = () => {
  void register().catch(() => undefined);
  if (keep()) void import('./offline/page-session.ts').then((module) => module.startPageSession());
};
if ('requestIdleCallback' in globalThis) requestIdleCallback(start);
else setTimeout(start);
