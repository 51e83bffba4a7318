// The last step of each request: errors become answers, what was done is committed or taken back, and headers are set.
import type { Server } from '@hapi/hapi';
import type { App } from '../kernel/app.ts';
import { alone, completeView } from '../views/views.ts';
import { type RequestFailure, renderError, toProblem } from './error-renderer.ts';
import { secure } from './security-headers.ts';

export function installResponses(server: Server, app: App): void {
  server.ext('onPreResponse', async (request, h) => {
    const { response } = request;
    const refuse = (failure: RequestFailure) => renderError(request, h, toProblem(app, request, failure));
    let answer = response instanceof Error ? await refuse(response as RequestFailure) : response;
    try {
      await completeView(app, request, answer);
    } catch (failure) {
      // Nothing more is read for the page that says so: it stands without its frame.
      answer = alone(await refuse(failure as RequestFailure));
    }
    if (request.app.reservation) {
      answer = await app.idempotency.finish(request, answer).then(
        () => answer,
        (failure) => refuse(failure),
      );
    }
    await app.audit.answered(request, answer);
    secure(app, request, answer);
    // The rest of a body that is not wanted is not waited for.
    if (request.raw.req.complete === false) answer.header('connection', 'close');
    return answer === response ? h.continue : answer;
  });
  server.events.on('response', (request) => {
    app.idempotency.abandon(request).catch((error) => app.log.warn({ err: error }, 'idempotency'));
  });
}
