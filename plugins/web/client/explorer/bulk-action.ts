// Does one thing to many pages, a few at a time; what failed is told and the rest is done.
import { t } from '../../../../core/client/messages.ts';
import { RequestError } from '../../../../core/client/request.ts';
import { toast } from '../../../../core/client/toast.ts';

const AT_ONCE = 3;

/** Those for which it succeeded, in their order. */
export async function forEach<T>(items: T[], act: (item: T) => Promise<unknown>, inOrder = false): Promise<T[]> {
  const done = new Set<T>();
  const failures: unknown[] = [];
  const waiting = [...items];
  const work = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      try {
        await act(item);
        done.add(item);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: inOrder ? 1 : AT_ONCE }, work));
  if (failures.length) {
    const [first] = failures;
    const reason = first instanceof RequestError ? first.message : String(first);
    toast(t('web.places.explorer.some_failed', { count: failures.length, reason }), { tone: 'danger' });
  }
  return items.filter((item) => done.has(item));
}
