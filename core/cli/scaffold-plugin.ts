// The files of a new plugin: one route of the API with its rules in a file of their own, and a test of the rules.
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

const test = `// The rules of the plugin.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { greet } from './greeting.ts';

test('greets by the trimmed name', () => {
  assert.equal(greet(' Ada '), 'Hello, Ada!');
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
        test: 'node --test',
      },
    },
    null,
    2,
  )}\n`;

export const pluginFiles = (name: string, title: string): ScaffoldFiles => ({
  'index.ts': index(name, title),
  'greeting.ts': greeting,
  'greeting.test.ts': test,
  'package.json': manifest(name),
});
