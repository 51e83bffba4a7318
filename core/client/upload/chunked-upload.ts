// Sends a large file in parts that survive a lost connection: after a break it asks how much arrived and goes on there.
import { t } from '../messages.ts';
import { fileKeeper } from '../offline-files.ts';
import { RequestError, send } from '../request.ts';

const PART_BYTES = 4 * 1024 * 1024;
const PATIENCE_MS = 120_000;
/** Breaks in a row after which somebody has to try again. */
const BREAKS_MAX = 8;

interface State {
  id: string;
  offset: number;
}

const isBreak = (error: unknown): boolean =>
  error instanceof RequestError && (error.status === 0 || error.status >= 502);

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * @param pageId the page the file is for; without one the active workspace takes it
 * @param end what the whole becomes: `file`, or `page` with the body of that call
 * @throws RequestError
 */
export async function sendLarge<T>(
  file: File,
  { pageId, end, body = {} }: { pageId: number | null; end: 'file' | 'page'; body?: object },
  onProgress: (share: number) => void,
  signal?: AbortSignal,
): Promise<T> {
  // Whoever keeps files for later need not wait for breaks.
  if (fileKeeper()?.isOffline()) throw new RequestError(0, 'offline', t('core.client.offline'));
  const begun = { name: file.name || 'file', size: file.size, ...(pageId === null ? {} : { page_id: pageId }) };
  const { id } = await send<State & Record<string, unknown>>('POST', '/api/uploads', begun, { signal });
  const path = `/api/uploads/${id}`;
  let offset = 0;
  for (let breaks = 0; offset < file.size; ) {
    try {
      if (breaks) offset = (await send<State & Record<string, unknown>>('GET', path, undefined, { signal })).offset;
      const part = file.slice(offset, offset + PART_BYTES);
      const headers = { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' };
      if (part.size)
        offset = (await send<{ offset: number }>('PATCH', path, part, { headers, signal, timeoutMs: PATIENCE_MS }))
          .offset;
      breaks = 0;
      onProgress(offset / file.size);
    } catch (error) {
      if (signal?.aborted) void send('DELETE', path, undefined, { keepalive: true }).catch(() => undefined);
      if (signal?.aborted || !isBreak(error) || ++breaks > BREAKS_MAX) throw error;
      await wait(Math.min(10_000, 500 * 2 ** breaks));
    }
  }
  return send<T>('POST', `${path}/${end}`, body, { signal, timeoutMs: PATIENCE_MS });
}
