// What groups of a document in Rich Text Format are for: its header, links, notes, comments, pictures and properties.
import type { CommentItem } from '../../../contract.ts';
import { type MarkupElement, type MarkupNode, madeElement, markupNodeText } from '../../../conversion/html/tree.ts';
import { documentNote, documentNoteSign } from '../note-elements.ts';
import { drawingDestinations, gathered } from './drawings.ts';
import { fieldAddress, hasLinkTip } from './field-address.ts';
import {
  BODY,
  type RtfDestination,
  type RtfGroup,
  type RtfReader,
  SKIPPED,
  TEXTLESS,
  WITHOUT_UNICODE,
} from './reader.ts';
import { RtfStory } from './story.ts';

/** What a document says beside its text. */
export interface RtfExtras {
  notes: MarkupElement[];
  comments: CommentItem[];
  /** of the drawing that is read */
  descriptions: string[];
  /** title, author, keywords and what else people have said of it */
  about: Record<string, string>;
}

const skipped: RtfDestination = (_, group) => {
  group.target = SKIPPED;
};
const silent: RtfDestination = (_, group) => {
  group.target = TEXTLESS;
};
const indexEntry: RtfDestination = (reader, group) => {
  reader.loss('index_entry');
  group.target = SKIPPED;
};
/** What is in it stands in the text. */
const shown: RtfDestination = () => {};

const margin: RtfDestination = (reader, group) =>
  gathered(group, (text) => {
    if (text) reader.loss('header_footer');
  });

const FIELDS: [string, RtfDestination][] = [
  [
    'field',
    (_, group) => {
      const field = { href: '', hasText: false };
      group.field = field;
      group.end = () => {
        if (field.href && !field.hasText) group.story.text({ text: field.href, look: group.look, href: field.href });
      };
    },
  ],
  [
    'fldinst',
    (reader, group) => {
      const { field } = group;
      gathered(group, (text) => {
        if (hasLinkTip(text)) reader.loss('link_title');
        if (field) field.href = fieldAddress(text);
      });
    },
  ],
  [
    'fldrslt',
    (_, group) => {
      group.href = group.field?.href || group.href;
    },
  ],
];

/** A text twice: its first half has a sign of question for each letter that old readers do not know. */
const TWO_NOTATIONS: [string, RtfDestination][] = [
  [
    'upr',
    (_, group) => {
      group.whole = group.target;
      group.target = WITHOUT_UNICODE;
    },
  ],
  [
    'ud',
    (_, group) => {
      group.target = group.whole ?? group.target;
    },
  ],
];

const HEADER: [string, RtfDestination][] = [
  [
    'fonttbl',
    ({ header }, group) => {
      group.target = { word: (name, value) => header.font(name, value), text: (name) => header.fontName(name) };
    },
  ],
  [
    'colortbl',
    ({ header }, group) => {
      group.target = {
        word: (name, value) => header.color(name, value),
        text: (text) => header.endColors(text),
      };
    },
  ],
  [
    'stylesheet',
    ({ header }, group) => {
      let name = '';
      group.target = {
        word: (word, value) => header.style(word, value),
        text(text) {
          const [own = '', ...next] = (name + text).split(';');
          name = next.length ? (next.at(-1) ?? '') : own;
          if (next.length) header.endStyle(own.trim());
        },
      };
    },
  ],
  [
    'listtable',
    ({ header }, group) => {
      group.target = { word: (name, value) => header.list(name, value) };
    },
  ],
  [
    'listoverridetable',
    ({ header }, group) => {
      group.target = { word: (name, value) => header.override(name, value) };
    },
  ],
  [
    'pn',
    (_, group, above) => {
      group.target = { word: (name, value) => BODY.word?.(name, value, above) };
    },
  ],
];

/** A day and a time, as it writes them for its properties. */
function moment(group: RtfGroup, done: (time: string) => void): void {
  const parts: Record<string, number> = {};
  group.target = {
    word(name, value = 0) {
      parts[name] = value;
    },
  };
  group.end = () => {
    const { yr = 0, mo = 1, dy = 1, hr = 0, min = 0 } = parts;
    const time = Date.UTC(yr, mo - 1, dy, hr, min);
    if (yr > 0 && !Number.isNaN(time)) done(new Date(time).toISOString());
  };
}

const aboutDestinations = ({ about }: RtfExtras): [string, RtfDestination][] => {
  const info = {};
  const said =
    (key: string): RtfDestination =>
    (_, group) => {
      if (group.target === info) gathered(group, (text) => Object.assign(about, { [key]: text }));
    };
  const dated =
    (key: string): RtfDestination =>
    (_, group) => {
      if (group.target === info) moment(group, (time) => Object.assign(about, { [key]: time }));
    };
  const begin: RtfDestination = (_, group) => {
    group.target = info;
  };
  return [
    ['info', begin],
    ...['title', 'author', 'keywords', 'subject', 'category', 'doccomm'].map((key): [string, RtfDestination] => [
      key,
      said(key),
    ]),
    ['creatim', dated('created')],
    ['revtim', dated('updated')],
  ];
};

/** A text of its own within the text. */
function story(reader: RtfReader, group: RtfGroup, done: (nodes: MarkupNode[]) => void): void {
  const own = new RtfStory(reader.header);
  Object.assign(group, { target: BODY, story: own, look: {}, layout: {}, href: '' });
  group.end = () => done(own.end(group.layout));
}

const noteDestination =
  ({ notes }: RtfExtras): RtfDestination =>
  (reader, group) => {
    const number = notes.push(madeElement('aside'));
    group.story.add(documentNoteSign(number));
    story(reader, group, (nodes) => {
      notes[number - 1] = documentNote(number, nodes);
    });
  };

/** Minutes, hours, day, month and year in the bits of one number. */
function commentTime(packed: number): string | undefined {
  const part = (from: number, bits: number): number => (packed >>> from) & (2 ** bits - 1);
  const time = Date.UTC(1900 + part(20, 9), part(16, 4) - 1, part(11, 5), part(6, 5), part(0, 6));
  return packed && part(16, 4) ? new Date(time).toISOString() : undefined;
}

const commentDestinations = ({ comments }: RtfExtras): [string, RtfDestination][] => {
  const quotes = new Map<string, string>();
  let author = '';
  let created: string | undefined;
  let quote = '';
  return [
    ['atnauthor', (_, group) => gathered(group, (text) => (author = text))],
    ['atndate', (_, group) => gathered(group, (text) => (created = commentTime(Number(text) || 0)))],
    ['atnref', (_, group) => gathered(group, (text) => (quote = quotes.get(text) ?? ''))],
    ['atrfstart', (reader, group) => gathered(group, (text) => reader.listeners.set(text, ''))],
    [
      'atrfend',
      (reader, group) =>
        gathered(group, (text) => {
          quotes.set(text, (reader.listeners.get(text) ?? '').trim());
          reader.listeners.delete(text);
        }),
    ],
    [
      'annotation',
      (reader, group) => {
        const at = `comment ${comments.length}`;
        group.story.add(madeElement('a', [], { name: at }));
        story(reader, group, (nodes) => {
          const text = nodes.map(markupNodeText).join('\n').trim();
          comments.push({ text, at, ...(author && { author }), ...(created && { created }), ...(quote && { quote }) });
          [author, created, quote] = ['', undefined, ''];
        });
      },
    ],
  ];
};

const named = (names: string, destination: RtfDestination): [string, RtfDestination][] =>
  names.split(' ').map((name) => [name, destination]);

export const rtfDestinations = (extras: RtfExtras): ReadonlyMap<string, RtfDestination> =>
  new Map<string, RtfDestination>([
    ...FIELDS,
    ...HEADER,
    ...aboutDestinations(extras),
    ...commentDestinations(extras),
    ...named('footnote', noteDestination(extras)),
    ...named('header headerl headerr headerf footer footerl footerr footerf', margin),
    ...named('sp picprop', silent),
    ...drawingDestinations(extras.descriptions),
    ...named('shppict nesttableprops moMath moMathPara', shown),
    ...named('nonshppict shprslt nonesttables listtext pntext rxe txe', skipped),
    ...named('xe tc tcn', indexEntry),
    ...TWO_NOTATIONS,
    ...named('ftnsep ftnsepc ftncn aftnsep aftnsepc aftncn', skipped),
    [
      'objdata',
      (reader, group) => {
        reader.loss('embedded_object');
        group.target = SKIPPED;
      },
    ],
    [
      'bkmkstart',
      (_, group) => {
        const { story: current } = group;
        gathered(group, (name) => current.add(madeElement('a', [], { name })));
      },
    ],
  ]);
