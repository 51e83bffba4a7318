// Sends files in one piece; apart from other calls, so that pages that are only read do without it.
import { t } from '../messages.ts';
import { csrfToken, parseRequestError, RequestError } from '../request.ts';

/** Files up to this many bytes are sent in one piece. */
export const LARGE_BYTES = 8 * 1024 * 1024;

/** For so long nothing is heard of a file on its way before it is given up. */
const SILENT_MS = 45_000;

/** Sends a form with files and tells how far it is, 0 to 1. @throws RequestError */
export function upload<T = Record<string, unknown>>(
  path: string,
  form: FormData,
  onProgress: (share: number) => void,
  signal?: AbortSignal,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    call.open('POST', path);
    call.setRequestHeader('x-csrf-token', csrfToken());
    call.setRequestHeader('accept', 'application/json');
    let patience: ReturnType<typeof setTimeout> | undefined;
    // A connection that fell silent says nothing by itself.
    const wait = () => {
      clearTimeout(patience);
      patience = setTimeout(() => {
        reject(new RequestError(0, 'timeout', t('core.client.timeout')));
        call.abort();
      }, SILENT_MS);
    };
    call.upload.onprogress = ({ loaded, total }) => {
      wait();
      onProgress(total ? loaded / total : 0);
    };
    call.onloadend = () => clearTimeout(patience);
    call.onload = () => {
      if (call.status === 200) resolve(JSON.parse(call.responseText) as T);
      else reject(parseRequestError(call.status, call.responseText));
    };
    call.onerror = () => reject(new RequestError(0, 'offline', t('core.client.offline')));
    call.onabort = () => reject(new RequestError(0, 'aborted', t('core.client.aborted')));
    signal?.addEventListener('abort', () => call.abort());
    wait();
    call.send(form);
  });
}
