// Lets extensions import `commonplace` and its modules wherever their files lie.
import { registerHooks } from 'node:module';
import { publicModule } from './public-modules.ts';

const root = new URL('../../', import.meta.url);
let isNamed = false;

/** From now on this process finds the public modules by their names, and joi beside us, not beside the extension. */
export function nameProduct(): void {
  if (isNamed) return;
  isNamed = true;
  registerHooks({
    resolve(specifier, context, next) {
      if (/^commonplace($|\/)/.test(specifier)) return next(new URL(publicModule(specifier), root).href, context);
      if (/^(joi)$/.test(specifier)) return next(specifier, { ...context, parentURL: import.meta.url });
      return next(specifier, context);
    },
  });
}
