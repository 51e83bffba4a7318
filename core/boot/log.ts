// Structured logs on standard error; names that hold secrets are cut out before anything is written.
import pino from 'pino';
import { readableStack } from './server-bundle.ts';

export type Log = pino.Logger;

const secrets = [
  ...['password', 'current_password', 'new_password', 'token', 'secret', 'authorization', 'cookie', 'code'],
  // What single sign-on and forges hand over.
  ...['client_secret', 'access_token', 'refresh_token', 'id_token', 'logout_token', 'code_verifier', 'SAMLResponse'],
];

const codeOf = (error: NodeJS.ErrnoException): string | undefined => error.code;

function errorFields(error: Error): object {
  const fields = pino.stdSerializers.err(error);
  // The number of a failure stands under a name that else holds codes of people.
  return { ...fields, stack: readableStack(fields.stack ?? ''), errno: codeOf(error) };
}

/** @param to where each line goes */
export function createLog(level: string, to: pino.DestinationStream = pino.destination({ dest: 2, sync: true })): Log {
  const paths = secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: errorFields },
      redact: { paths, censor: '[redacted]' },
      formatters: { level: (label) => ({ level: label }) },
    },
    to,
  );
}
