/** A server of its own on the database of a test: says when it listens, and goes on until it is killed. */
import { createNamedApp } from './connection.ts';

const app = await createNamedApp({ OUTBOUND_ALLOW: process.env.OUTBOUND_ALLOW ?? '' });
process.send?.({ address: await app.start() });
