// The formats there are: those in formats/ and those that other plugins add.
import type { App } from '../../core/app.ts';
import { archive } from './archive/write.ts';
import { exportFormats, type Format } from './contract.ts';
import { html } from './formats/html.ts';
import { markdown } from './formats/markdown.ts';
import { opml } from './formats/opml.ts';
import { csv, xlsx } from './formats/tables.ts';

const own: readonly Format[] = [markdown, html, archive, csv, xlsx, opml];

export const allFormats = (app: App): Format[] => [...own, ...app.contributions(exportFormats)];

export const formatNamed = (app: App, name: string): Format | undefined =>
  allFormats(app).find((format) => format.name === name);
