// Random exports of Outline as JSON, every part of which says a planted word.
import type { Tree } from '../imports.ts';
import type { PlantedWords } from './planted-words.ts';

type Node = Record<string, unknown>;

const node = (type: string, content: Node[] = [], attrs: Node = {}): Node => ({ type, attrs, content });

const MARKS = ['strong', 'em', 'code_inline', 'strikethrough', 'underline', 'highlight', 'comment', 'unheard_of'];

function line(words: PlantedWords): Node[] {
  return words.some(1, 3, () =>
    words.one<() => Node>([
      () => ({ type: 'text', text: words.words() }),
      () => ({ type: 'text', text: words.words(), marks: words.some(0, 3, () => ({ type: words.one(MARKS) })) }),
      () => ({
        type: 'text',
        text: words.words(),
        marks: [{ type: 'link', attrs: { href: `https://example.org/${words.word()}` } }],
      }),
      () => node('mention', [], { type: words.one(['user', 'document', 'group']), label: words.word(), modelId: 'x' }),
      () => node('mention', [], { type: 'issue', label: words.word(), href: `https://example.org/${words.word()}` }),
      () => node('math_inline', [{ type: 'text', text: words.word() }]),
      () => node('emoji', [], { 'data-name': words.word() }),
      () =>
        node('image', [], { src: `https://example.org/${words.word()}.png`, alt: words.word(), title: words.word() }),
      () => node('footnote_reference', [], { label: '1' }),
      () => node('br'),
    ])(),
  );
}

const text = (words: PlantedWords): Node => node('paragraph', line(words));

function block(words: PlantedWords, depth = 2): Node {
  const inside = (): Node[] => [text(words), ...(depth > 0 ? words.some(0, 2, () => block(words, depth - 1)) : [])];
  const list = (type: string, item: string) =>
    node(
      type,
      words.some(1, 3, () => node(item, inside())),
    );
  return words.one<() => Node>([
    () => text(words),
    () => node('heading', line(words), { level: words.below(8) }),
    () => list('bullet_list', 'list_item'),
    () => list('ordered_list', 'list_item'),
    () => {
      const { word, isDone } = words.task();
      const said = node('paragraph', [{ type: 'text', text: word }]);
      return node('checkbox_list', [node('checkbox_item', [said], { checked: isDone })]);
    },
    () =>
      node(
        'table',
        words.some(1, 3, () =>
          node(
            'tr',
            words.some(1, 3, () => node('td', [text(words)])),
          ),
        ),
      ),
    () => node(words.one(['code_fence', 'code_block']), [{ type: 'text', text: words.words() }], { language: 'js' }),
    () => node('code_fence', [{ type: 'text', text: words.words() }], { language: 'mermaid' }),
    () => node('math_block', [{ type: 'text', text: words.words() }]),
    () => node('container_notice', inside(), { style: words.one(['info', 'tip', 'warning', 'success', 'other']) }),
    () => node('blockquote', inside()),
    () => node('container_toggle', inside()),
    () => node('container_layout', [node('layout_section', inside()), node('layout_section', inside())]),
    () => node('attachment', [], { href: `/api/attachments.redirect?id=${words.word()}`, title: words.word() }),
    () => node('video', [], { src: `https://example.org/${words.word()}.mp4`, title: words.word() }),
    () => node('embed', [], { href: `https://example.org/${words.word()}` }),
    () => node(words.word(), [], { about: words.word() }),
    () => node('footnotes', [node('footnote', inside(), { label: '1' })]),
  ])();
}

export function randomOutline(words: PlantedWords): Tree {
  const document = (): [string, Node] => {
    const id = `d${words.all.length}`;
    const data = { type: 'doc', content: words.some(1, 4, () => block(words)) };
    const parentDocumentId = words.one([null, 'd0']);
    return [id, { id, title: words.words(), data, parentDocumentId, createdByName: words.word(), icon: null }];
  };
  const collection = {
    collection: {
      ...{ id: 'c', name: words.words(), documentStructure: [] },
      data: { type: 'doc', content: [block(words)] },
    },
    documents: Object.fromEntries(words.some(1, 3, document)),
    attachments: {},
  };
  return { 'A.json': JSON.stringify(collection), 'metadata.json': '{"exportVersion":1}' };
}
