// Text that note programs recognized in pictures: no page has it, so that it is counted.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { blocksPlainText } from '../../../plugins/blocks/plain-text.ts';
import evernote from '../../../plugins/importers/formats/evernote/index.ts';
import joplin from '../../../plugins/importers/formats/joplin/index.ts';
import { archive, itemsIn, of } from '../formats/items.ts';

describe('text that was recognized in pictures', () => {
  it('is counted once a picture of Evernote', async () => {
    const picture = (more: string): string =>
      `<resource><data encoding="base64">eA==</data><mime>image/png</mime>${more}</resource>`;
    const found = picture(
      '<recognition><![CDATA[<recoIndex><item><t w="9">tide</t></item></recoIndex>]]></recognition>',
    );
    const note = `<note><title>Trip</title><content><![CDATA[<en-note>a</en-note>]]></content>${found}${picture('')}</note>`;
    const items = await itemsIn(evernote, 'Trips.enex', `<en-export>${note}</en-export>`);
    const trip = of(items, 'page').find(({ title }) => title === 'Trip');
    assert.deepEqual(trip?.unsupported, { picture_text: 1 });
  });

  it('is counted once a file of Joplin', async () => {
    const resource = (id: string, more: string): string => `dot.png\n\nid: ${id}\nmime: image/png\n${more}type_: 4`;
    const [one, other] = ['a'.repeat(32), 'b'.repeat(32)] as const;
    const export_ = archive({
      [`${one}.md`]: resource(one, 'ocr_text: tide\n'),
      [`${other}.md`]: resource(other, 'ocr_text: \n'),
      [`resources/${one}.png`]: 'x',
      [`resources/${other}.png`]: 'x',
    });
    assert.deepEqual(
      of(await itemsIn(joplin, 'raw.zip', export_), 'file').map(({ unsupported }) => unsupported),
      ['picture_text', undefined],
    );
  });

  it('keeps the words and the width of a picture of Evernote, also where its file is missing', async () => {
    const file = Buffer.from('x');
    const hash = createHash('md5').update(file).digest('hex');
    const media = `<en-media type="image/png" hash="${hash}" alt="A boat" width="120px"/><en-media type="image/png" hash="00" alt="A quay"/>`;
    const note = `<note><title>N</title><content><![CDATA[<en-note><div>${media}</div></en-note>]]></content><resource><data encoding="base64">${file.toString('base64')}</data><mime>image/png</mime></resource></note>`;
    const [page] = of(await itemsIn(evernote, 'Trips.enex', `<en-export>${note}</en-export>`), 'page');
    const [picture] = page?.blocks?.filter(({ type }) => type === 'image') ?? [];
    assert.deepEqual([picture?.data.alt, picture?.data.width], ['A boat', 120]);
    assert.match(blocksPlainText(page?.blocks ?? []), /\[A quay\]/);
    assert.equal(page?.unsupported?.missing_attachment, 1);
  });
});
