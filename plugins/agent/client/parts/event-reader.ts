// What is told of a run, read while it comes: of an answer to a question, or from where a lost connection broke off.
import { createParser } from 'eventsource-parser';
import { t } from '../../../../core/client/messages.ts';
import { csrfToken, parseRequestError, RequestError } from '../../../../core/client/request.ts';

export interface RunMessage {
  id: number;
  type: string;
  data: {
    run_id?: number;
    delta?: string;
    call_id?: string;
    name?: string;
    ok?: boolean;
    status?: string;
    code?: string;
    detail?: string;
    left?: number;
  };
}

async function read(response: Response, hear: (told: RunMessage) => void): Promise<void> {
  if (!response.ok || !response.body) throw parseRequestError(response.status, await response.text());
  const parser = createParser({
    onEvent: ({ id, event, data }) => hear({ id: Number(id), type: event ?? '', data: JSON.parse(data) }),
  });
  const decoder = new TextDecoder();
  const reader = response.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read())
    parser.feed(decoder.decode(part.value, { stream: true }));
}

async function asked(path: string, body?: object): Promise<Response> {
  try {
    return await fetch(path, {
      method: body ? 'POST' : 'GET',
      headers: {
        accept: 'text/event-stream',
        'x-csrf-token': csrfToken(),
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body && JSON.stringify(body),
    });
  } catch {
    throw new RequestError(0, 'offline', t('core.client.offline'));
  }
}

const TRIES = 5;

/** Resolves when the run waits or has ended. @throws RequestError */
export async function followRun(
  conversationId: number,
  begin: { text: string; page_id?: number } | { after: number },
  hear: (told: RunMessage) => void,
): Promise<void> {
  const path = `/api/agent/conversations/${conversationId}`;
  let last = 'after' in begin ? begin.after : 0;
  let isOver = false;
  const heard = (told: RunMessage) => {
    last = told.id;
    isOver = told.type === 'done';
    hear(told);
  };
  let response = 'text' in begin ? await asked(`${path}/messages`, begin) : undefined;
  for (let tries = 0; !isOver && tries < TRIES; tries += 1) {
    response ??= await asked(`${path}/events?after=${last}`);
    try {
      await read(response, heard);
    } catch (error) {
      if (error instanceof RequestError) throw error;
      // Broken off on the way: it is heard again from here on.
    }
    response = undefined;
  }
}
