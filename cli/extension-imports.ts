// Loaded first by tests of extensions, which then find `commonplace` wherever they lie: `commonplace test`.
import { nameProduct } from '../core/boot/extension-imports.ts';

nameProduct();
