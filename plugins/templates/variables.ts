// Words in double braces that a template leaves open, and how a new page fills them: in texts only, never in code.
import { type Block, contentRuns, type Inline, newBlockId, walk } from '../blocks/block.ts';
import { uncommented } from '../blocks/codec/inline.ts';

export interface VariableValues {
  /** YYYY-MM-DD, in the time zone of who makes the page */
  today: string;
  /** HH:MM there */
  now: string;
  author: string;
  title: string;
  /** answers by question, an empty one leaves nothing; a question that was not asked stays in square brackets */
  answers: Record<string, string>;
}

const VARIABLE = /\{\{\s*(today|now|author|title|prompt:[^{}]{1,200})\s*\}\}/g;
const QUESTIONS_MAX = 20;

const questionOf = (name: string): string | null => (name.startsWith('prompt:') ? name.slice(7).trim() : null);

/** A text for people who look at a template: a question that stands alone as it is asked, and a gap for all else. */
export const withoutBraces = (text: string): string =>
  text.replace(VARIABLE, (whole, name: string) => (whole === text.trim() && questionOf(name)) || '…');

/** What is asked before a page is made, in the order of the text, each question once. */
export function questionsOf(blocks: Block[]): string[] {
  const found = new Set<string>();
  for (const block of walk(blocks))
    for (const { content } of contentRuns(block))
      for (const node of content)
        if (node.type === 'text')
          for (const [, name] of node.text.matchAll(VARIABLE)) found.add(questionOf(name as string) ?? '');
  found.delete('');
  return [...found].slice(0, QUESTIONS_MAX);
}

function fillingOf(name: string, values: VariableValues): string | undefined {
  const question = questionOf(name);
  if (question !== null) return Object.hasOwn(values.answers, question) ? values.answers[question] : `[${question}]`;
  return values[name as 'now' | 'author' | 'title'];
}

type Text = Extract<Inline, { type: 'text' }>;

/** A day becomes a token, which cannot carry the marks of the text around it. */
function fillText(node: Text, values: VariableValues): Inline[] {
  const nodes: Inline[] = [];
  let text = '';
  const end = () => {
    if (text) nodes.push({ ...node, text });
    text = '';
  };
  let from = 0;
  for (const match of node.text.matchAll(VARIABLE)) {
    text += node.text.slice(from, match.index);
    from = match.index + match[0].length;
    if (match[1] === 'today') {
      end();
      nodes.push({ type: 'dateLink', date: values.today });
    } else text += fillingOf(match[1] as string, values) ?? match[0];
  }
  text += node.text.slice(from);
  end();
  return nodes;
}

/** A line such as a title, with every variable that has a value replaced. */
export const filledLine = (text: string, values: VariableValues): string =>
  text.replace(VARIABLE, (whole, name: string) => (name === 'today' ? values.today : fillingOf(name, values)) || whole);

/** The blocks of a new page, without the discussions of the template: ids of their own, and every variable that has a value replaced. */
export function filled(template: Block[], values: VariableValues): Block[] {
  const blocks = structuredClone(template);
  for (const block of walk(blocks)) {
    block.id = newBlockId();
    for (const run of contentRuns(block))
      run.content = run.content
        .map(uncommented)
        .flatMap((node) => (node.type === 'text' ? fillText(node, values) : [node]));
  }
  return blocks;
}
