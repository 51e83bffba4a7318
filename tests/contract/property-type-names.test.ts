// What a property type is called stands in its folder: all other code asks its record what it does, so that a new type needs
// no other file. The compiler knows which words are names of types; in templates they stand in comparisons.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import ts from 'typescript-with-api';
import { PROPERTY_TYPES } from '../../plugins/databases/contract.ts';
import { scratchFolder } from '../../testing/folders.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const names = new Set<string>(PROPERTY_TYPES);

/** Who may name types all the same, and why: which files, and which types there. */
const ALLOWED: { files: RegExp; types?: string[]; because: string }[] = [
  { files: /./, types: ['title'], because: 'the title of a row is that of its page' },
  {
    files: /^plugins\/databases\//,
    types: ['relation', 'rollup', 'formula'],
    because: 'they lead from property to property, which is followed wherever rows and schemas change',
  },
  { files: /^plugins\/importers\//, because: 'importers say what the columns of other products become' },
  {
    files: /^plugins\/databases\/(templates\/(built-in|starters)|schema\/properties)\.ts$/,
    because: 'the properties with which new databases begin',
  },
  { files: /^plugins\/databases\/model\.ts$/, types: ['text'], because: 'a rollup without a result has text' },
  {
    files: /\/panels\/new-property\.tsx$/,
    types: ['text'],
    because: 'the type of a property that is made by its name',
  },
];

/** Ways in which code names a type, all of which must be found, and one word that is no name of a type. */
const PROBE = `
  import type { Property } from '${root}plugins/databases/contract.ts';
  export function sort({ type }: Property, other?: Property): string {
    if (type === 'date' || other?.type !== 'person') return 'number';
    const lists: Property['type'][] = ['multi_select'];
    switch (type) { case 'rating': return ''; }
    return lists.includes('files') ? 'date' : 'url';
  }`;
const NAMED = ['4 names date', '4 names person', '5 names multi_select', '6 names rating', '7 names files'];

const filesIn = (folder: string, endings: RegExp): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && endings.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));

const isAllowed = (file: string, type: string): boolean =>
  ALLOWED.some(({ files, types }) => files.test(file) && (types?.includes(type) ?? true));

/** Of these files, those in which a name stands as a word of its own. */
const quoted = new RegExp(`['"](${PROPERTY_TYPES.join('|')})['"]`);
const isSuspect = (file: string): boolean =>
  !file.startsWith('plugins/databases/schema/types/') && quoted.test(readFileSync(join(root, file), 'utf8'));

/** Whether what stands there is a type of property: nearly all of their names are among what it may be. */
function isTypeName(type: ts.Type | undefined): boolean {
  const parts = type?.isUnion() ? type.types : [];
  const known = parts.filter((one) => one.isStringLiteral() && names.has(one.value));
  return known.length > names.size / 2;
}

/** What a word is compared with. */
function comparedWith({ parent, pos }: ts.Node): ts.Expression | undefined {
  if (ts.isCaseClause(parent)) return parent.parent.parent.expression;
  if (!ts.isBinaryExpression(parent)) return undefined;
  return parent.left.pos === pos ? parent.right : parent.left;
}

function namedIn(checker: ts.TypeChecker, source: ts.SourceFile): { type: string; line: number }[] {
  const found: { type: string; line: number }[] = [];
  const visit = (node: ts.Node): void => {
    ts.forEachChild(node, visit);
    if (!ts.isStringLiteral(node) || !names.has(node.text)) return;
    const other = comparedWith(node);
    // What is compared is taken as it was declared: after other comparisons some names are ruled out.
    const symbol = other && checker.getSymbolAtLocation(ts.isPropertyAccessExpression(other) ? other.name : other);
    const declared = symbol ? checker.getTypeOfSymbol(symbol) : checker.getContextualType(node);
    if (declared && isTypeName(checker.getNonNullableType(declared)))
      found.push({ type: node.text, line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1 });
  };
  visit(source);
  return found;
}

/** Names of property types in these files, by file and line. */
function propertyTypesNamed(files: string[]): string[] {
  const program = ts.createProgram(files, {
    ...{ target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext, strict: true, noEmit: true, types: [] },
    ...{ moduleResolution: ts.ModuleResolutionKind.Bundler, allowImportingTsExtensions: true, skipLibCheck: true },
    ...{ jsx: ts.JsxEmit.ReactJSX, jsxImportSource: 'preact', lib: ['lib.esnext.d.ts', 'lib.dom.d.ts'] },
  });
  const checker = program.getTypeChecker();
  return files.flatMap((path) =>
    namedIn(checker, program.getSourceFile(path) as ts.SourceFile).flatMap(({ type, line }) => {
      const file = relative(root, path);
      return isAllowed(file, type) ? [] : `${file}:${line} names ${type}`;
    }),
  );
}

describe('the name of a property type', () => {
  it('stands outside of its folder only where there is a reason', () => {
    const files = ['core', 'plugins', 'cli'].flatMap((folder) => filesIn(folder, /\.tsx?$/)).filter(isSuspect);
    const probe = join(scratchFolder(), 'probe.ts');
    writeFileSync(probe, PROBE);
    const found = propertyTypesNamed([probe, ...files.map((file) => join(root, file))]);
    rmSync(dirname(probe), { recursive: true });
    const isOfProbe = (one: string) => one.includes('probe.ts');
    assert.deepEqual(
      found.filter(isOfProbe).map((one) => one.replace(/^.*?:/, '')),
      NAMED,
    );
    assert.deepEqual(
      found.filter((one) => !isOfProbe(one)),
      [],
    );
  });

  it('stands in no comparison of a template', () => {
    const compared = new RegExp(`\\btype\\b\\s*[!=]==?\\s*'(${PROPERTY_TYPES.join('|')})'`);
    const templates = filesIn('templates', /\.ejs$/).filter((file) => file !== 'templates/partials/field.ejs');
    assert.deepEqual(
      templates.filter((file) => compared.test(readFileSync(join(root, file), 'utf8'))),
      [],
    );
  });
});
