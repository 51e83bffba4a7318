// A page of every kind of block and what became of it, for the tests of its history.
const text = (said: string, marks?: object[]) => [{ type: 'text', text: said, ...(marks && { marks }) }];
const cell = (said: string) => ({ content: text(said) });
const block = (id: string, type: string, said: string | null, data: object = {}, children?: object[]) => ({
  ...{ id, type, data },
  ...(said === null ? {} : { content: text(said) }),
  ...(children && { children }),
});
const table = (rows: string[][]) =>
  block('table', 'table', null, { header: { row: true, column: false }, rows: rows.map((row) => row.map(cell)) });
const columns = (left: string, right: string) =>
  block('cols', 'columns', null, {}, [
    block('col1', 'column', null, {}, [block('left', 'paragraph', left)]),
    block('col2', 'column', null, {}, [block('right', 'paragraph', right)]),
  ]);
const steady = Array.from({ length: 9 }, (_, at) =>
  block(`steady${at}`, 'paragraph', `A line that stays, number ${at}.`),
);

export const EARLIER = [
  block('head', 'heading', 'Aims of the year', { level: 1 }),
  block('intro', 'paragraph', 'We ship the red boat in spring and tell everybody about it.'),
  ...steady,
  block('todo1', 'todo', 'Paint the hull', { checked: false }),
  block('todo2', 'todo', 'Order sails', { checked: false }),
  block('n1', 'numbered', 'Measure'),
  block('n2', 'numbered', 'Cut twice'),
  block('n3', 'numbered', 'Glue'),
  block('call', 'callout', 'Mind the tide.', { icon: '💡', color: 'blue' }, [
    block('callp', 'paragraph', 'It comes early.'),
  ]),
  table([
    ['Part', 'Price'],
    ['Mast', '900'],
    ['Rope', '40'],
  ]),
  block('code', 'code', null, { text: 'const boats = 1;\nsail(boats);', language: 'js' }),
  columns('Left side', 'Right side'),
  block('tog', 'toggle', 'More', { open: false }, [block('togp', 'paragraph', 'Hidden old words')]),
  block('quote', 'quote', 'Calm seas never made a sailor.'),
  block('card', 'bookmark', null, { url: 'https://a.example/one', title: 'One' }),
  block('gone', 'paragraph', 'This line is not needed any more.'),
];

export const LATER = [
  block('head', 'heading', 'Aims of the year', { level: 2 }),
  block('quote', 'quote', 'Calm seas never made a sailor.'),
  block('intro', 'paragraph', 'We ship the blue boat in autumn and tell everybody about it.'),
  ...steady,
  block('todo1', 'todo', 'Paint the hull', { checked: true }),
  block('todo2', 'todo', 'Order sails', { checked: false }),
  block('n1', 'numbered', 'Measure'),
  block('n2', 'numbered', 'Cut once'),
  block('n3', 'numbered', 'Glue'),
  block('call', 'callout', 'Mind the tide.', { icon: '💡', color: 'blue' }, [
    block('callp', 'paragraph', 'It comes late.'),
  ]),
  table([
    ['Part', 'Price'],
    ['Mast', '950'],
    ['Rope', '40'],
    ['Anchor', '120'],
  ]),
  block('code', 'code', null, { text: 'const boats = 2;\nsail(boats);', language: 'js' }),
  columns('Left side', 'Right side, wider'),
  block('tog', 'toggle', 'More', { open: false }, [block('togp', 'paragraph', 'Hidden new words')]),
  block('card', 'bookmark', null, { url: 'https://a.example/two', title: 'Two' }),
  block('new1', 'bullet', 'A point that is new'),
  block('new2', 'bullet', 'And another one'),
];
