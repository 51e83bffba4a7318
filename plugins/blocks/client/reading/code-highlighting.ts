// Which words of a program get which colour; loaded only by pages that hold code.
import type { LanguageFn } from 'highlight.js';
import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import go from 'highlight.js/lib/languages/go';
import graphql from 'highlight.js/lib/languages/graphql';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import kotlin from 'highlight.js/lib/languages/kotlin';
import markdown from 'highlight.js/lib/languages/markdown';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import swift from 'highlight.js/lib/languages/swift';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { createLowlight } from 'lowlight';

const GRAMMARS: Record<string, LanguageFn> = {
  ...{ bash, c, cpp, csharp, css, diff, go, graphql, ini, java, javascript, json, kotlin, markdown, php, python, ruby },
  ...{ rust, sql, swift, typescript, xml, yaml },
};

const known = createLowlight(GRAMMARS);

/** Longer code stays plain: colouring it would hold up the page. */
const LENGTH_MAX = 50_000;

/** A stretch of the text with the classes of its colour. */
export interface ColourRange {
  from: number;
  to: number;
  classes: string;
}

type Piece = ReturnType<typeof known.highlight>['children'][number];

/** Coloured stretches in the order in which they begin, inner ones after the outer; none for a language unknown here. */
export function colourCode(language: string, text: string): ColourRange[] {
  const name = language.toLowerCase();
  if (!known.registered(name) || text.length > LENGTH_MAX) return [];
  const found: ColourRange[] = [];
  let at = 0;
  const visit = (piece: Piece): void => {
    if (piece.type === 'text') at += piece.value.length;
    if (piece.type !== 'element') return;
    const classes = piece.properties.className;
    const stretch = { from: at, to: at, classes: Array.isArray(classes) ? classes.join(' ') : '' };
    found.push(stretch);
    for (const inner of piece.children) visit(inner);
    stretch.to = at;
  };
  for (const piece of known.highlight(name, text).children) visit(piece);
  return found;
}
