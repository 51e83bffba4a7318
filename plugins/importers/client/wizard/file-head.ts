// How a file begins, by which its source is told.

const HEAD_BYTES = 8000;

/** Empty for what is no text. */
export const readFileHead = (file: File): Promise<string> =>
  /\.(json|csv|tsv|xml|ndjson|html?|xhtml)$/i.test(file.name) ? file.slice(0, HEAD_BYTES).text() : Promise.resolve('');
