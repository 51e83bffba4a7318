// Structured logs on standard error; names that hold secrets are cut out before anything is written.
import pino from 'pino';

export type Log = pino.Logger;

const secrets = ['password', 'current_password', 'new_password', 'token', 'secret', 'authorization', 'cookie', 'code'];

export function createLog(level: string): Log {
  const paths = secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths, censor: '[redacted]' },
      formatters: { level: (label) => ({ level: label }) },
    },
    pino.destination({ dest: 2, sync: true }),
  );
}
