// Databases in which somebody has just begun a form, which is made before anybody answers it.
import type { Model } from '../model.ts';

export const begunForms = new WeakSet<Model>();
