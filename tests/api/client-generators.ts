// Makes two clients from an API document, as other people do: `node client-generators.ts <document> <folder>`.
import { readFileSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';

// Both print code by the programming interface of TypeScript, which its native version no longer has.
registerHooks({
  resolve: (name, context, next) => next(name === 'typescript' ? 'typescript-with-api' : name, context),
});

const [from = '', folder = ''] = process.argv.slice(2);
const document = JSON.parse(readFileSync(from, 'utf8'));
const { default: openapiTS, astToString } = await import('openapi-typescript');
writeFileSync(join(folder, 'schema.ts'), astToString(await openapiTS(structuredClone(document))));
const { createClient } = await import('@hey-api/openapi-ts');
await createClient({
  input: document,
  output: { path: join(folder, 'sdk') },
  plugins: ['@hey-api/client-fetch', '@hey-api/sdk', '@hey-api/typescript'],
  logs: { level: 'silent', file: false },
});
