// The types of what extensions import, beside the JavaScript of the package: authors check their code against them.
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The files behind `exports`. */
const entriesOf = (root: string, exports: Record<string, string>): string[] =>
  Object.values(exports)
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => globSync(file, { cwd: root }))
    .map((file) => join(root, file));

/**
 * Writes a declaration beside each module of the package that its entries need.
 * @param named what becomes of the names of other files
 */
export function writeDeclarations(root: string, to: string, named: (code: string) => string): void {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const project = join(to, 'tsconfig.json');
  const settings = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      ...{ noEmit: false, declaration: true, emitDeclarationOnly: true, rootDir: root, outDir: to },
      // Checked already, and here with what browsers have for the library of their scripts.
      ...{ noCheck: true, lib: ['es2024', 'esnext.iterator', 'esnext.array', 'dom', 'dom.iterable'] },
      ...{ jsx: 'react-jsx', jsxImportSource: 'preact', typeRoots: [join(root, 'node_modules/@types')] },
    },
    ...{ include: [], exclude: [], files: entriesOf(root, exports) },
  };
  writeFileSync(project, JSON.stringify(settings));
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', project], { cwd: root });
  rmSync(project);
  for (const name of readdirSync(to, { recursive: true, encoding: 'utf8' })) {
    const file = join(to, name);
    if (!name.endsWith('.d.ts') || !existsSync(file)) continue;
    writeFileSync(file, named(readFileSync(file, 'utf8')));
  }
}
