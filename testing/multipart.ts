// A form with texts and files, as browsers send it.

interface SentFile {
  field: string;
  name: string;
  content: Buffer;
}

const BOUNDARY = 'test-boundary';

/** Body and headers for `call` and `inject`. */
export function multipart(texts: Record<string, string | number>, ...files: SentFile[]) {
  const part = (disposition: string, content: Buffer) => [
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`),
    content,
    Buffer.from('\r\n'),
  ];
  const parts = [
    ...Object.entries(texts).flatMap(([name, value]) => part(`name="${name}"`, Buffer.from(String(value)))),
    ...files.flatMap(({ field, name, content }) =>
      part(`name="${field}"; filename="${name}"\r\nContent-Type: application/octet-stream`, content),
    ),
  ];
  return {
    body: Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  };
}
