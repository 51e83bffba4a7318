// Which hosts of the web may be read: all public ones, or those alone that whoever runs the service names.
import Joi from 'joi';
import { Problem } from '../../core/http/problem.ts';
import type { App } from '../../core/kernel/app.ts';

type Installed = Pick<App, 'settings'>;

/** As addresses have it: small letters, and other signs encoded. Undefined for what is no host. */
function hostNamed(entry: string): string | undefined {
  const [, below = '', name = ''] = /^(\*\.)?(.*)$/s.exec(entry) ?? [];
  if (!name || /[\s/\\?#@*%]/.test(name) || !URL.canParse(`https://${name}/`)) return undefined;
  const { hostname, host } = new URL(`https://${name}/`);
  // A port that is the usual one is not in the host any more.
  return host === hostname && !/:\d+$/.test(name.replace(/^\[.*\]/, '')) ? `${below}${hostname}` : undefined;
}

/** @throws Error naming the entry and the rule */
function parseFetchHosts(text: string): string[] {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
  if (!entries.length) throw new Error('must name a host, or be left out for any public one');
  return entries.map((entry) => {
    const host = hostNamed(entry);
    if (!host) throw new Error(`must list hosts such as example.org or *.example.org (not ${entry})`);
    return host;
  });
}

export const fetchConfig: Record<string, Joi.Schema> = {
  AGENT_FETCH_HOSTS: Joi.string()
    .empty('')
    .custom(parseFetchHosts)
    .default([])
    .description(
      'Comma list of the hosts of the web that the agent may read; *.example.org stands for all below it. Empty: any public host.',
    ),
};

/** Empty: any public one. */
export const fetchHosts = ({ settings }: Installed): string[] => settings.AGENT_FETCH_HOSTS as string[];

/** @throws Problem forbidden */
export function requireFetchHost(app: Installed, { hostname }: URL): void {
  const hosts = fetchHosts(app);
  const isNamed = hosts.some((one) => (one.startsWith('*.') ? hostname.endsWith(one.slice(1)) : hostname === one));
  if (hosts.length && !isNamed)
    throw new Problem(
      'forbidden',
      `The host ${hostname} may not be read: AGENT_FETCH_HOSTS names ${hosts.join(', ')} alone.`,
    );
}
