// The clipper on the command line: an address as a page, and the devices of people.
import { readId } from '../../core/cli/id-argument.ts';
import { notFound, Problem } from '../../core/http/problem.ts';
import type { App } from '../../core/kernel/app.ts';
import type { Ctx, UserActor } from '../../core/kernel/context.ts';
import { type Command, textOption } from '../../core/kernel/plugin.ts';
import { accounts } from '../auth/contract.ts';
import { workspaces } from '../workspaces/contract.ts';
import { readAddress } from './clips/address-reading.ts';
import { takeClip } from './clips/clip.ts';
import { type ClipRow, clipStore } from './clips/clip-store.ts';
import { presentClips } from './clips/clips.ts';
import { fetchPictures } from './clips/missing-pictures.ts';
import { pairedDeviceStore } from './devices/device-store.ts';
import { presentDevice, revokeDevice } from './devices/devices.ts';

const system = (app: App): Ctx => app.context({ type: 'system', reason: 'command line' });

/** Without a name the same as for imports. */
async function clipperOf(ctx: Ctx, name: string | undefined): Promise<UserActor> {
  const owner = name ?? (await ctx.use(workspaces).first(ctx))?.owner_id;
  if (owner === undefined) throw new Problem('not_found', 'There is no workspace yet: register an account first.');
  return ctx.use(accounts).actorNamed(ctx, String(owner));
}

const clip: Command = {
  name: 'clip',
  summary: 'Read a page of the web and keep it as a page',
  arguments: [{ name: 'url', description: 'its address' }],
  options: [
    { flags: '--user <user>', description: 'whose clip it is (default: the owner of the first workspace)' },
    { flags: '--parent <page>', description: 'number of the page below which it comes (default: the home of clips)' },
  ],
  examples: [
    'clip https://example.org/articles/lighthouses',
    'clip https://example.org/ --user ann --parent 12 --json',
  ],
  async run(app, input) {
    const { args, output, signal } = input;
    const ctx = system(app);
    const own = app.context(await clipperOf(ctx, textOption(input, 'user')));
    const parent = textOption(input, 'parent');
    const place = parent === undefined ? {} : { parent_id: readId(parent, '--parent', 'a page') };
    const { id } = await takeClip(own, { source_url: args[0] as string, ...place });
    await readAddress(ctx, { clip_id: id });
    await fetchPictures(ctx, { clip_id: id }, signal);
    const [made] = await presentClips(own, [(await clipStore.byId(ctx, id)) as ClipRow]);
    if (made?.state === 'failed') output.line(`Kept as a bookmark, since it cannot be read: ${made.error}`);
    else output.line(`Kept as "${made?.title}": ${made?.url}`);
    output.result({ ok: made?.state === 'done', clip: made });
    return made?.state === 'done' ? 0 : 1;
  },
};

export const clipperCommands: Command[] = [
  clip,
  {
    name: 'device list',
    summary: 'Show the browsers that are connected by the extension',
    async run(app, { output }) {
      const devices = (await pairedDeviceStore.all(system(app))).map((row) => {
        const { current: _, ...device } = presentDevice(row);
        return { ...device, user: row.login };
      });
      output.table(devices, ['id', 'user', 'device_name', 'last_used_at']);
      output.result({ devices });
      return 0;
    },
  },
  {
    name: 'device revoke',
    summary: 'Disconnect a browser: its credential ends at once',
    arguments: [{ name: 'device', description: 'its number; device list shows all' }],
    examples: ['device revoke 4'],
    async run(app, { args, output }) {
      const ctx = system(app);
      const device = await pairedDeviceStore.byId(ctx, readId(args[0], 'device', 'a device'));
      if (!device || device.revoked) throw notFound();
      await revokeDevice(ctx, device.id);
      output.line(`Disconnected ${device.device_name}.`);
      output.result({ ok: true, id: device.id });
      return 0;
    },
  },
];
