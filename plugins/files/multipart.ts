// How a file comes in a multipart body: within the limit of the service, and under a name without a path.
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Request } from '@hapi/hapi';
import { invalid } from '../../core/http/problem.ts';
import type { App } from '../../core/kernel/app.ts';

const MIB = 1_048_576;
/** Room for the frame around the file. */
const FRAME = 65_536;

/** hapi takes the limit when the routes are registered, which comes after the plugin is set up with its settings. */
export const uploadPayload = {
  multipart: { output: 'stream' as const },
  output: 'stream' as const,
  parse: true,
  allow: ['multipart/form-data'],
  maxBytes: 0,
};

export const maxBytesOf = (app: App): number => app.settings.UPLOAD_MAX_MB * MIB;

export function limitUploads(app: App): void {
  uploadPayload.maxBytes = maxBytesOf(app) + FRAME;
}

/** The last part of what a browser calls a file; some send whole paths. */
export const nameOf = (given = ''): string =>
  given
    .replaceAll('\\', '/')
    .split('/')
    .at(-1)
    ?.replace(/[\u0000-\u001f]/g, '')
    .trim() || 'file';

/** The field `file` of the body. @throws Problem validation_failed when it holds no file */
export async function receivedFile(request: Request): Promise<{ content: Buffer; name: string }> {
  const { file } = request.payload as { file?: Readable & { hapi?: { filename?: string } } };
  if (!(file instanceof Readable)) throw invalid(['body', 'file'], 'must be one file', 'value_error');
  return { content: await buffer(file), name: nameOf(file.hapi?.filename) };
}
