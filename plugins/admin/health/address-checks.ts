// Whether people reach the service as it believes they do: its address, encryption, and the proxy before it.
import type { HealthCheck, HealthVerdict } from '../contract.ts';

const LOCAL = /^(localhost|127\.|\[?::1)/;

const verdict = (state: HealthVerdict['state'], what: string, values?: HealthVerdict['values']): HealthVerdict => ({
  ...{ state, says: `admin.health.${what}` },
  ...(values && { values }),
});

const address: HealthCheck = {
  label: 'admin.health.address',
  async run({ app }, seen) {
    const { host } = new URL(app.baseUrl);
    if (!seen || seen.host === host) return verdict('ok', 'address.same', { address: app.baseUrl });
    return verdict('error', 'address.other', { address: host, host: seen.host });
  },
};

const encryption: HealthCheck = {
  label: 'admin.health.encryption',
  async run({ app }) {
    const { protocol, hostname } = new URL(app.baseUrl);
    if (protocol === 'https:') return verdict('ok', 'encryption.https');
    return LOCAL.test(hostname) ? verdict('ok', 'encryption.local') : verdict('error', 'encryption.none');
  },
};

const proxy: HealthCheck = {
  label: 'admin.health.proxy',
  async run({ app }, seen) {
    if (seen?.isForwarded && !seen.isTrusted) return verdict('error', 'proxy.unknown');
    return verdict('ok', app.settings.TRUST_PROXY ? 'proxy.trusted' : 'proxy.none');
  },
};

export const addressChecks: HealthCheck[] = [address, encryption, proxy];
