// Tags without a connection: put on and taken off at once, and waiting in the queue.
import { nextTone } from '../../../../tags/client/contract.ts';
import { newLocalId } from '../entries.ts';
import type { TagRecord } from '../store.ts';
import { deviceTags, tagNamed } from '../tags.ts';
import type { Answers, LocalAnswer } from './answer.ts';
import { changeOwn } from './changes.ts';

const putOn: LocalAnswer = async (asked) => {
  const {
    store,
    ids: [id = 0],
    body,
  } = asked;
  const name = String(body.name ?? '').trim();
  if (!name || !(await store.get('pages', id))) return undefined;
  const known = await deviceTags(store);
  // The colour that the service will give it, unless other tags are made before it hears of this one.
  const color = nextTone(known.map((one) => one.color));
  const tag = (await tagNamed(store, name)) ?? { id: newLocalId(), name, color };
  const others = known.filter((one) => one.id !== tag.id);
  await store.put('meta', [...others, tag] satisfies TagRecord[], 'tags');
  await changeOwn(asked, id, { add_tags: [tag.name] });
  return { ...tag, count: 0, ok: true };
};

const takeOff: LocalAnswer = async (asked) => {
  const {
    store,
    ids: [id = 0, tagId],
  } = asked;
  const tag = (await deviceTags(store)).find((one) => one.id === tagId);
  if (!tag || !(await changeOwn(asked, id, { remove_tags: [tag.name] }))) return undefined;
  return { ok: true };
};

export const tagAnswers: Answers = [
  ['GET /api/settings/tags/all', async ({ store }) => ({ tags: await deviceTags(store) })],
  ['POST /api/local-workspace/items/{id}/tags', putOn],
  ['DELETE /api/local-workspace/items/{id}/tags/{tag}', takeOff],
];
