// The editor of files: those that are there, each with a way out, and a button for more.
import { el, icon } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import { failed } from '../../../../../core/client/toast.ts';
import { LARGE_BYTES, upload } from '../../../../../core/client/upload/upload.ts';
import { type EditorContext, type EditResult, openPanel } from '../../../client/database/editors/editor-panel.ts';
import { valueList } from '../../../client/database/value-parts.ts';
import type { Value } from '../../../model.ts';

interface Stored extends Record<string, unknown> {
  id: number;
  name: string;
  url: string;
}

async function store(rowId: number, file: File, onProgress: (share: number) => void): Promise<Stored> {
  if (file.size > LARGE_BYTES) {
    const { sendLarge } = await import('../../../../../core/client/upload/chunked-upload.ts');
    return (await sendLarge<{ file: Stored }>(file, { pageId: rowId, end: 'file' }, onProgress)).file;
  }
  const form = new FormData();
  form.append('file', file, file.name || 'file');
  return (await upload<{ file: Stored }>(`/api/pages/${rowId}/files`, form, onProgress)).file;
}

export function editFiles(editing: EditorContext): Promise<EditResult | null> {
  const { model, property, rowId } = editing;
  let ids: Value[] = [...valueList(editing.value)];
  const list = el('ul', { class: 'file-list' });
  const input = el('input', {
    type: 'file',
    'aria-label': t('databases.view.add_files', { name: property.name }),
    multiple: property.config.multiple !== false,
  });
  const bar = el('progress', { max: 1, value: 0, 'aria-label': t('databases.view.uploading'), hidden: true });
  const draw = () =>
    list.replaceChildren(
      ...ids.flatMap((id) => {
        const file = model.names.files[String(id)];
        if (!file) return [];
        const label = t('databases.view.take_away', { name: file.name });
        const out = el('button', { type: 'button', class: 'icon-button', 'aria-label': label }, icon('x'));
        out.addEventListener('click', () => {
          ids = ids.filter((one) => one !== id);
          draw();
          input.focus();
        });
        return [el('li', {}, el('a', { href: file.url }, file.name), out)];
      }),
    );
  input.addEventListener('change', async () => {
    bar.hidden = false;
    try {
      for (const file of input.files ?? []) {
        const { id, name, url } = await store(rowId, file, (share) => {
          bar.value = share;
        });
        model.learn({ files: { [id]: { name, url } } });
        ids = property.config.multiple === false ? [id] : [...ids, id];
        draw();
      }
    } catch (error) {
      failed(error);
    }
    bar.hidden = true;
    input.value = '';
  });
  draw();
  return openPanel(editing, {
    element: el('div', {}, list, input, bar),
    focus: input,
    takesAtOnce: true,
    read: () => ({ value: ids.length ? ids : null }),
  });
}
