// Random HTML and Markdown in which every part says a word of its own.
import type { PlantedWords } from './planted-words.ts';

type Make = (words: PlantedWords, depth: number) => string;

const INLINE_TAGS =
  'b i em strong s u sub sup mark kbd q cite small abbr time var samp ins del span font code dfn bdi label';
const BLOCK_TAGS = 'p div section article main address center h1 h2 h3 h4 h5 h6 blockquote pre fieldset foo-bar';

const htmlText: Make = (words) => words.words();

const inlineHtml: Make = (words, depth) => {
  if (depth <= 0) return htmlText(words, 0);
  const inner = () => inlineHtml(words, depth - 1);
  return words.one<() => string>([
    () => words.words(),
    () => {
      const tag = words.one(INLINE_TAGS.split(' '));
      return `<${tag}>${inner()}</${tag}>`;
    },
    () => `<a href="https://example.org/${words.word()}?a=1&amp;b=${words.word()}"><b>${words.words()}</b></a>`,
    () => `<a href="mailto:${words.word()}@example.org">${words.word()}</a>`,
    () => `<img src="https://example.org/${words.word()}.png" alt="${words.words()}">`,
    () => `<img src="${words.word()}/${words.word()}.png" alt="${words.words()}">`,
    () => `<a href="${words.word()}.html?a=1#${words.word()}">${words.words()}</a>`,
    () => `${inner()}<br>${inner()}`,
    () => `${inner()} &amp; &lt;${words.word()}&gt;&nbsp;${inner()}`,
    () => `<ruby>${words.word()}<rp>(</rp><rt>${words.word()}</rt><rp>)</rp></ruby>`,
    () => `<button>${words.word()}</button>`,
  ])();
};

const list: Make = (words, depth) => {
  const tag = words.one(['ul', 'ol']);
  const items = words.some(1, 3, () => `<li>${words.one([inlineHtml, blockHtml])(words, depth - 1)}</li>`);
  return `<${tag}>${items.join('')}</${tag}>`;
};

const table: Make = (words, depth) => {
  const columns = 1 + words.below(3);
  const row = (tag: string) =>
    `<tr>${Array.from({ length: columns }, () => `<${tag}>${words.one([inlineHtml, inlineHtml, blockHtml])(words, depth - 1)}</${tag}>`).join('')}</tr>`;
  const caption = words.random() < 0.3 ? `<caption>${words.words()}</caption>` : '';
  const foot = words.random() < 0.3 ? `<tfoot>${row('td')}</tfoot>` : '';
  return `<table>${caption}<thead>${row('th')}</thead><tbody>${words.some(0, 2, () => row('td')).join('')}</tbody>${foot}</table>`;
};

export const blockHtml: Make = (words, depth) => {
  if (depth <= 0) return `<p>${words.words()}</p>`;
  const inner = () => blockHtml(words, depth - 1);
  const inline = () => inlineHtml(words, depth - 1);
  return words.one<() => string>([
    () => {
      const tag = words.one(BLOCK_TAGS.split(' '));
      return `<${tag}>${inline()}</${tag}>`;
    },
    () => `<div>${words.words()}${inner()}${words.words()}</div>`,
    () => `<blockquote>${inner()}${inner()}</blockquote>`,
    () => list(words, depth),
    () => table(words, depth),
    () => `<pre><code class="language-js">${words.words()}\n  ${words.words()}</code></pre>`,
    () => `<dl><dt>${inline()}</dt><dd>${inline()}</dd><dd>${inner()}</dd></dl>`,
    () => `<details><summary>${inline()}</summary>${inner()}</details>`,
    () =>
      `<figure><img src="https://example.org/${words.word()}.png" alt="${words.word()}"><figcaption>${inline()}</figcaption></figure>`,
    () => `<figure>${table(words, depth - 1)}<figcaption>${words.word()}</figcaption></figure>`,
    () => `<iframe src="https://www.youtube.com/embed/${words.word()}"></iframe>`,
    () => `<video controls><source src="https://example.org/${words.word()}.mp4"></video>`,
    () => `<audio src="https://example.org/${words.word()}.mp3"></audio>`,
    () =>
      `<p><a href="https://example.org/${words.word()}"><img src="https://example.org/${words.word()}.png" alt="${words.word()}"></a></p>`,
    () => {
      const tasks = words.some(1, 3, () => {
        const { word, isDone } = words.task();
        return `<li><input type="checkbox"${isDone ? ' checked' : ''}> ${word}</li>`;
      });
      return `<ul>${tasks.join('')}</ul>`;
    },
    () => `${words.words()} <i>${words.word()}</i>`,
  ])();
};

export const htmlBody = (words: PlantedWords): string => words.some(1, 5, () => blockHtml(words, 4)).join('\n');

const inlineMarkdown: Make = (words, depth) => {
  if (depth <= 0) return words.words();
  const inner = () => inlineMarkdown(words, depth - 1);
  return words.one<() => string>([
    () => words.words(),
    () => `**${inner()}**`,
    () => `*${words.words()}* ~~${words.word()}~~`,
    () => `\`${words.words()}\``,
    () => `[${inner()}](https://example.org/${words.word()})`,
    () => `![${words.word()}](https://example.org/${words.word()}.png)`,
    () =>
      `![${words.word()}](<${words.word()} a/${words.word()}.png>) [${words.word()}](../${words.word()}%20b.md#${words.word()})`,
    () => `<https://example.org/${words.word()}>`,
    () => `https://example.org/${words.word()} ${words.word()}`,
    () => `$${words.word()}$ ${words.word()}`,
    () => `==${words.word()}== <u>${words.word()}</u> H~${words.word()}~ x^${words.word()}^`,
    () => `\\*${words.word()}\\* &amp; &lt;${words.word()}`,
    () => `:smile: ${words.word()} <span>${words.word()}</span>`,
  ])();
};

const indented = (text: string, by: string): string => text.replace(/\n(?=.)/g, `\n${by}`);

export const blockMarkdown: Make = (words, depth) => {
  if (depth <= 0) return words.words();
  const inline = () => inlineMarkdown(words, depth - 1);
  const inner = () => blockMarkdown(words, depth - 1);
  return words.one<() => string>([
    () => inline(),
    () => `${'#'.repeat(1 + words.below(6))} ${inline()}`,
    () => `${words.words()}\n===`,
    () => words.some(1, 3, () => `- ${indented(inner(), '  ')}`).join('\n'),
    () => words.some(1, 3, () => `1. ${indented(inner(), '   ')}`).join('\n'),
    () =>
      words
        .some(1, 3, () => {
          const { word, isDone } = words.task();
          return `- [${isDone ? 'x' : ' '}] ${word}`;
        })
        .join('\n'),
    () => `> ${indented(inner(), '> ').replace(/\n$/, '')}`,
    () => `> [!note] ${words.words()}\n> ${words.words()}`,
    () => `\`\`\`${words.one(['', 'js', 'mermaid'])}\n${words.words()}\n\n  ${words.words()}\n\`\`\``,
    () => `    ${words.words()}\n    ${words.words()}`,
    () =>
      `| ${inline().replaceAll('|', '')} | ${words.word()} |\n| --- | :-: |\n| ${words.words()} | ${inline().replaceAll('|', '')} |`,
    () => `$$\n${words.words()}\n$$`,
    () => {
      const name = words.word();
      return `${words.words()}[^${name.slice(2, 6)}]\n\n[^${name.slice(2, 6)}]: ${words.words()} ${name}`;
    },
    () => `${words.word()}\n: ${words.words()}`,
    () => `<details><summary>${words.word()}</summary>\n\n${inner()}\n\n</details>`,
    () => `<table><tr><td>${words.word()}</td><td>${words.word()}</td></tr></table>`,
    () => `<div align="center">${words.words()}</div>`,
    () => {
      // Below others it could come into code, where nothing uses it.
      if (depth < 3) return words.words();
      const name = words.word();
      return `[${name}][${name.slice(2, 6)}]\n\n[${name.slice(2, 6)}]: https://example.org/${words.word()}`;
    },
    () => `${words.words()}  \n${words.words()}\\\n${words.words()}`,
  ])();
};

export const markdownBody = (words: PlantedWords): string =>
  words.some(1, 6, () => blockMarkdown(words, 3)).join('\n\n');
