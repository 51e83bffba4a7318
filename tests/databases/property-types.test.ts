// The two halves of each property type, the one of the server and the one of browsers, say the same where both speak.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { propertyTypes } from '../../plugins/databases/schema/types/registry.ts';

const types = fileURLToPath(new URL('../../plugins/databases/schema/types/', import.meta.url));

/** Browsers tell apart what is compared by more than its column. */
const compared: Record<string, string[]> = {
  text: ['text'],
  number: ['number', 'row_number'],
  option: ['option'],
  options: ['options'],
  flag: ['flag'],
  date: ['date'],
  moment: ['date'],
  refs: ['people', 'rows', 'files'],
  none: ['none'],
};

describe('property types', () => {
  it('are the same in browsers', async () => {
    const { outputFiles } = await build({
      entryPoints: [join(types, 'client-registry.ts')],
      ...{ bundle: true, write: false, format: 'esm', logLevel: 'silent' },
    });
    const { CLIENT_TYPES } = await import(`data:text/javascript,${encodeURIComponent(outputFiles?.[0]?.text ?? '')}`);
    const client = new Map<string, Record<string, unknown>>(CLIENT_TYPES);
    assert.deepEqual([...client.keys()].sort(), Object.keys(propertyTypes).sort());
    for (const [name, type] of Object.entries(propertyTypes)) {
      const half: Record<string, unknown> = client.get(name) ?? {};
      const { rules, isMany, isGrouped, isComputed, isConverted, isOfPage, compares } = half;
      const { isPressed, isQuantity, sketch, icon } = half;
      assert.deepEqual(
        {
          rules,
          isMany,
          isGrouped,
          isComputed,
          isConverted: Boolean(isConverted),
          isOfPage: Boolean(isOfPage),
          isPressed,
          isQuantity,
          sketch,
          icon,
        },
        {
          rules: type.rules,
          isMany: type.isMany,
          isGrouped: type.isGrouped,
          isComputed: type.computed,
          isConverted: Boolean(type.convertFrom),
          isOfPage: Boolean(type.pageColumn),
          isPressed: type.isPressed,
          isQuantity: type.isQuantity,
          sketch: type.sketch,
          icon: type.icon,
        },
        name,
      );
      // What is computed is compared as what it comes to.
      if (name !== 'formula' && name !== 'rollup')
        assert.ok(compared[type.compares]?.includes(String(compares)), `${name}: ${type.compares}, ${compares}`);
    }
  });
});
