// What every page of somebody who is signed in does for times without a connection, once it has nothing else to do: the
// worker beside pages is registered. What more there is to do is loaded when there is a reason.

interface Policy {
  createScriptURL(address: string): string;
}

/** Set by who keeps pages on this device. */
const keep = () => localStorage.getItem('commonplace-offline');
/** One that keeps pages has a worker with more to do. */
const workerScript = () => `/sw.js${keep() ? '?keep=1' : ''}`;

const { trustedTypes } = globalThis as { trustedTypes?: { createPolicy(name: string, rules: object): Policy } };
// Under the policy of pages no other address can become a worker.
const policy = trustedTypes?.createPolicy('app-sw', { createScriptURL: workerScript });

/** A browser that has no workers, or lets none in, goes on as before. */
async function register(): Promise<void> {
  const registration = await navigator.serviceWorker?.register(policy?.createScriptURL('') ?? workerScript());
  if (!registration) return;
  const offer = () => void import('./offline/update-offer.ts').then((module) => module.offerUpdate(registration));
  // The first worker has nobody to take over from.
  if (registration.active) registration.onupdatefound = offer;
  if (registration.waiting) offer();
  (await navigator.serviceWorker.ready).active?.postMessage({ type: 'frame', locale: document.documentElement.lang });
}

const start = () => {
  const begin = () => void register().catch(() => undefined);
  document.addEventListener('commonplace:keeper', begin);
  begin();
  if (keep()) void import('./offline/page-session.ts').then((module) => module.startPageSession());
};
if ('requestIdleCallback' in globalThis) requestIdleCallback(start);
else setTimeout(start);
