// Pages as documents: parsed and never run, for parts of a page that the server draws.
import { t } from './messages.ts';
import { csrfToken, RequestError } from './request.ts';

/**
 * A page of ours; with `body` what a form that is sent there answers, or leads to.
 * @throws RequestError `offline` when no page comes back
 */
export function askPage(url: string, body?: URLSearchParams): Promise<Document> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    call.open(body ? 'POST' : 'GET', url);
    call.responseType = 'document';
    call.setRequestHeader('accept', 'text/html');
    if (body) {
      call.setRequestHeader('content-type', 'application/x-www-form-urlencoded');
      call.setRequestHeader('x-csrf-token', csrfToken());
    }
    const lost = () => reject(new RequestError(0, 'offline', t('core.client.offline')));
    call.addEventListener('error', lost);
    call.addEventListener('load', () => (call.responseXML ? resolve(call.responseXML) : lost()));
    call.send(body);
  });
}
