/** A server of its own on the database of a test: says when it listens, and goes on until it is killed. */
import { createNamedApp } from './connection.ts';

const { OUTBOUND_ALLOW = '', BASE_URL = '' } = process.env;
const app = await createNamedApp({ OUTBOUND_ALLOW, BASE_URL });
process.send?.({ address: await app.start() });
