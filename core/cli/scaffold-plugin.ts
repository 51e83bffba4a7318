// The files of a new plugin: one route of the API with its rules in a file of their own, and a test in a running product.
import type { ScaffoldFiles } from './scaffold.ts';

const index = (name: string, title: string): string => `// ${title}: what it adds to the product, as data.
import { definePlugin, route } from 'commonplace';
import Joi from 'joi';
import { greet } from './greeting.ts';

export default definePlugin({
  name: '${name}',
  version: '0.1.0',
  summary: '${title}: greets everybody who asks',
  routes: [
    route({
      method: 'GET',
      path: '/api/v2/${name}/greeting',
      rules: { access: { public: true, because: 'the greeting shows nothing of anybody' } },
      options: {
        id: '${name}.greet',
        auth: false,
        description: 'Greets by name',
        tags: ['${title}'],
        validate: { query: Joi.object({ name: Joi.string().max(100).default('world').example('Ada') }) },
        response: { schema: Joi.object({ greeting: Joi.string().required().example('Hello, Ada!') }) },
      },
      handler: (request) => ({ greeting: greet(request.query.name) }),
    }),
  ],
});
`;

const greeting = `// The rules of the plugin, without requests or database: easy to test.

export const greet = (name: string): string => \`Hello, \${name.trim()}!\`;
`;

const test = (name: string): string => `// The plugin in a product of its own: what it answers to whoever asks.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from 'commonplace/testing';
import plugin from './index.ts';

test('greets everybody by the trimmed name', async () => {
  const t = await startTestApp({ plugins: [plugin] });
  try {
    const { status, body } = await t.as('anon').get('/api/v2/${name}/greeting?name=%20Ada');
    assert.deepEqual([status, body], [200, { greeting: 'Hello, Ada!' }]);
  } finally {
    await t.stop();
  }
});
`;

/** For those who publish it: packages hold JavaScript, which \`npm run build\` makes. */
const manifest = (name: string): string =>
  `${JSON.stringify(
    {
      name: `commonplace-plugin-${name}`,
      version: '0.1.0',
      type: 'module',
      main: 'dist/index.js',
      files: ['dist'],
      scripts: {
        build: 'esbuild index.ts --bundle --platform=node --format=esm --packages=external --outfile=dist/index.js',
        test: 'commonplace test .',
      },
    },
    null,
    2,
  )}\n`;

export const pluginFiles = (name: string, title: string): ScaffoldFiles => ({
  'index.ts': index(name, title),
  'greeting.ts': greeting,
  'index.test.ts': test(name),
  'package.json': manifest(name),
});
