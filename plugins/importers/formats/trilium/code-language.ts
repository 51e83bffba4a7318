// Languages of code: Trilium names them by types of files, with or without a slash.

/** Those whose names do not follow from the type. */
const LANGUAGES: Record<string, string> = {
  'text-plain': '',
  'text-x-auto': '',
  'application-json': 'json',
  'application-typescript': 'typescript',
  'text-x-c++src': 'cpp',
  'text-x-c--src': 'cpp',
  'text-x-csrc': 'c',
  'text-x-csharp': 'csharp',
  'text-x-sh': 'bash',
  'text-x-objectivec': 'objectivec',
  'text-x-java': 'java',
  'text-x-rustsrc': 'rust',
  'text-x-yaml': 'yaml',
  'text-x-toml': 'toml',
  'text-x-dockerfile': 'dockerfile',
  'text-html': 'html',
  'text-xml': 'xml',
  'text-css': 'css',
  'text-x-sass': 'scss',
  'text-x-latex': 'latex',
  'text-x-stex': 'latex',
};

/** The usual name of a language, e.g. `python` of `text/x-python` and of `text-x-python`. */
export function codeLanguage(type: string): string {
  const name = type.toLowerCase().replaceAll('/', '-').split(';', 1)[0] as string;
  const known = LANGUAGES[name];
  if (known !== undefined) return known;
  if (/^application-javascript/.test(name)) return 'javascript';
  // A dialect stands behind its language, e.g. `text-x-sqlite-schema-trilium`.
  return name.replace(/^(?:text|application)-(?:x-)?/, '').replace(/-(?:src|schema).*$/, '');
}
