// Of what form the documents are in which several people write at once.

/** Raised when documents of older clients would lose something; those are closed with 4409. */
export const SCHEMA_VERSION = 1;
