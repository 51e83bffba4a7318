// What a new row can start from: nothing, or one of the templates of its database.
import { t } from '../../../../../core/client/messages.ts';
import { openMenu } from '../../../../../core/client/popover.ts';
import { send } from '../../../../../core/client/request.ts';
import type { Actions } from '../actions.ts';
import type { Model } from '../model.ts';
import { openOption } from './database-menu.ts';

interface NamedTemplate extends Record<string, unknown> {
  id: number;
  name: string;
  is_default: boolean;
}

export async function openNewRowMenu(model: Model, actions: Actions, anchor: HTMLElement): Promise<void> {
  const templates = await send<NamedTemplate[] & Record<string, unknown>>('GET', `${model.path}/templates?limit=100`);
  const add = (templateId: number | null) => () => actions.attempt(() => actions.newFromTemplate(templateId, anchor));
  await openMenu(anchor, t('databases.view.new_from'), [
    ...templates.map(({ id, name }) => ({ label: name, icon: 'file-text', run: add(id) })),
    { label: t('databases.view.new_empty'), icon: 'plus', run: add(null) },
    {
      label: t('databases.view.edit_templates'),
      icon: 'pencil',
      separated: true,
      run: () => actions.attempt(() => openOption(model, 'row-templates')),
    },
  ]);
}
