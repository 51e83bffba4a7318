// A page as a document that several people write at once: all that the rooms need, with the library that it is made of.
export { freeId, levelJson } from './read.ts';
export { settleIds, updateYText, writeLevel } from './write.ts';
