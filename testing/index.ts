// What `commonplace/testing` offers to authors of extensions: the product in a test, on an empty folder, with people in it.

export {
  type EnrolledPerson,
  TEST_CAST,
  TEST_PASSWORD,
  type TestCast,
  type TestPerson,
} from './cast.ts';
export { ENGINES, migratedDatabase, onEachEngine, skipped, type TestDatabase } from './databases.ts';
export { scratchFolder } from './folders.ts';
export { multipart } from './multipart.ts';
export { AnsweringOutbound, type SiteAnswer } from './outbound.ts';
export {
  startTestApp,
  type TestAnswer,
  type TestApp,
  type TestAppOptions,
  type TestCallOptions,
  type TestClient,
} from './test-app.ts';
export { until } from './until.ts';
