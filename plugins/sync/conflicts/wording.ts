// What changes say to people: the names of fields, and the words of their values.
import type { Ctx } from '../../../core/kernel/context.ts';
import { databases } from '../../databases/contract.ts';

/** The name of a field and what a value of it says. */
export async function wording(tx: Ctx, home: number | undefined) {
  const service = tx.use(databases);
  const names = new Map(
    home === undefined ? [] : (await service.properties(tx, home)).map(({ id, name }) => [id, name]),
  );
  return async (field: string, value: unknown): Promise<[name: string, words: string]> => {
    const id = Number(field.slice('values.'.length));
    if (home !== undefined && field.startsWith('values.')) {
      const said = await service.valueTexts(tx, home, { [id]: value });
      return [names.get(id) ?? field, said.get(id) ?? plain(value)];
    }
    const words =
      typeof value === 'boolean' ? tx.app.messages.text(tx.locale, `sync.value.${value ? 'yes' : 'no'}`) : '';
    return [tx.app.messages.text(tx.locale, `sync.field.${field}`), words || plain(value)];
  };
}

const plain = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};
