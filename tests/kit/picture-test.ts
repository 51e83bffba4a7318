// Screens beside the pictures of them that were accepted last, in one colour and size; a file of tests for each, so that
// they are taken side by side.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { acceptedPath, dotsApart, type Look, picturesIn } from '../screenshots/pictures.ts';
import { SCREENS } from '../screenshots/screens.ts';
import { openPictureBrowser, type TestBrowser } from './browser.ts';

/** A word that is another is more; edges that fall between two dots are less. */
const DOTS_MAX = 40;
const folder = fileURLToPath(new URL('../screenshots/differing/', import.meta.url));

/** Leaves what differs where people can look at it. */
async function fault(name: string, taken: Buffer, accepted: string): Promise<string[]> {
  const dots = existsSync(accepted) ? await dotsApart(taken, readFileSync(accepted)) : Number.POSITIVE_INFINITY;
  if (dots <= DOTS_MAX) return [];
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.png`), taken);
  return [`${name}: ${dots} dots differ`];
}

export function describePictures({ colour, size }: Look): void {
  describe(`screens, ${colour} and ${size}`, () => {
    let browser: TestBrowser | null;
    before(async () => {
      browser = await openPictureBrowser();
      if (!browser)
        console.error(
          'NOT compared: pictures of screens, since these are drawn alike by the browser of the package only.',
        );
    });
    after(() => browser?.close());

    it('look as they were accepted, and miss no icon', async (test) => {
      if (!browser) return test.skip('no browser');
      const faults: string[] = [];
      let count = 0;
      for await (const { screen, picture, missing } of picturesIn(browser, { colour, size })) {
        count += 1;
        faults.push(
          ...(await fault(`${screen.name}-${colour}-${size}`, picture, acceptedPath(screen, { colour, size }))),
        );
        faults.push(...missing.map((icon) => `${screen.name}: there is no icon ${icon}`));
      }
      assert.equal(count, SCREENS.length);
      assert.deepEqual(
        faults,
        [],
        'Look at tests/screenshots/differing; `npm run screenshots` accepts what is there now.',
      );
    });
  });
}
