// Explains every setting: what it is for, what it is now and where that comes from.
import { ConfigProblem } from '../../core/boot/config.ts';
import { describeSettings, pluginSettings } from '../../core/boot/setting-rules.ts';
import type { CoreCommand, Host } from '../runtime.ts';

function rows({ sources, found }: Host) {
  return describeSettings(pluginSettings(found)).map(({ name, description, default: fallback, secret }) => {
    const given = sources.value(name);
    const value = secret ? (given ? 'set' : 'not set') : (given ?? fallback);
    return { name, value, source: sources.source(name), default: fallback, description };
  });
}

/** Faults of the settings as they are, one a line. */
function faultsOf(host: Host): string[] {
  try {
    host.settings();
    return [];
  } catch (error) {
    if (!(error instanceof ConfigProblem)) throw error;
    return error.message
      .split('\n')
      .slice(1)
      .map((line) => line.trim());
  }
}

export const configCommand: CoreCommand = {
  name: 'config',
  summary: 'Explain all settings with their values; secrets are shown as set or not set',
  options: [{ flags: '--check', description: 'only check; fails and names what is wrong' }],
  examples: ['config', 'config --check', 'config --json'],
  async run(host, { options, output }) {
    const faults = faultsOf(host);
    if (options.check) {
      for (const fault of faults) output.line(fault);
      if (!faults.length) output.line('All settings are valid.');
      output.result({ faults });
      return faults.length ? 1 : 0;
    }
    const settings = rows(host);
    for (const { name, value, source, description } of settings) {
      output.line(`${name}=${value}${source === 'default' ? '' : `  (${source})`}`);
      output.line(`    ${description}`);
    }
    for (const fault of faults) output.line(`Wrong: ${fault}`);
    output.result({ settings, faults });
    return 0;
  },
};
