/**
 * A key by which a request is done once, however often it is sent: the answer may be lost on its way. Not `randomUUID`,
 * which pages have over HTTPS alone.
 */
export const requestKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');
