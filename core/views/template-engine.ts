// EJS for vision, with includes that look for a template once and hand values on as they are: EJS asks the disk for each
// include of each page, and copies all values of the page three times for it.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ejs from 'ejs';

type Values = Record<string, unknown>;
type Draw = (values: Values) => string;

export interface TemplateEngine {
  /** `filename`: from which its includes are found, unless they begin with a slash: those lie in one of the folders */
  compile(text: string, options: { filename: string }): Draw;
}

/** @param isCached templates are read once, or each time */
export function templateEngine(folders: string[], isCached: boolean): TemplateEngine {
  const known = new Map<string, Draw>();

  function pathOf(name: string, from: string): string {
    const places = name.startsWith('/') ? folders : [dirname(from)];
    const found = places.map((place) => join(place, `${name}.ejs`)).find((path) => existsSync(path));
    if (!found) throw new Error(`${from} includes ${name}, which is not there`);
    return found;
  }

  function read(path: string): Draw {
    const draw = known.get(path) ?? prepared(readFileSync(path, 'utf8'), path);
    if (isCached) known.set(path, draw);
    return draw;
  }

  function prepared(text: string, filename: string): Draw {
    const draw = ejs.compile(text, { filename, unsafePrototypeLocals: true } as ejs.Options);
    const included = new Map<string, Draw>();
    const find = (name: string): Draw => {
      const one = included.get(name) ?? read(pathOf(name, filename));
      if (isCached) included.set(name, one);
      return one;
    };
    return (values) => {
      const own: Values = Object.create(values);
      own.include = (name: string, more?: Values) =>
        find(name)(more ? Object.assign(Object.create(values), more) : values);
      return draw(own) as string;
    };
  }

  return {
    compile: (text, { filename }) => {
      const draw = prepared(text, filename);
      // Names of templates mean values of the page alone, and nothing that every object has.
      return (values) => draw(Object.assign(Object.create(null), values));
    },
  };
}
