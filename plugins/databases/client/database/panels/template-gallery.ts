// Asks what a new database begins as: templates with pictures of what they make.
import { openDialog } from '../../../../../core/client/dialog.ts';
import { el, signOf } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import { send } from '../../../../../core/client/request.ts';
import type { ViewKind } from '../../../model.ts';
import { clientType } from '../../../schema/types/client-registry.ts';
import {
  PICTURE_HEIGHT,
  PICTURE_WIDTH,
  type PicturedProperty,
  type PictureShape,
  templatePicture,
} from '../../../templates/template-picture.ts';

interface Template {
  key: string | null;
  name: string;
  icon: string;
  views: ViewKind[];
  schema: (PicturedProperty & { name: string })[];
}

const SVG = 'http://www.w3.org/2000/svg';

function drawn(shapes: PictureShape[]): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('class', 'template-picture');
  svg.setAttribute('viewBox', `0 0 ${PICTURE_WIDTH} ${PICTURE_HEIGHT}`);
  svg.setAttribute('aria-hidden', 'true');
  for (const { part, tone, round: rx, ...place } of shapes) {
    const rect = document.createElementNS(SVG, 'rect');
    for (const [name, value] of Object.entries({ ...place, rx, class: part })) rect.setAttribute(name, String(value));
    if (tone) rect.dataset.tone = tone;
    svg.append(rect);
  }
  return svg;
}

const nameOf = ({ key, name }: Template): string => (key ? t(`databases.template.${key}`) : name);

function choice(template: Template): HTMLElement {
  const { key, name, icon, schema, views } = template;
  const words = schema.map((one) => one.name).join(', ');
  return el(
    'button',
    { type: 'submit', value: key ?? name, class: 'template-choice' },
    drawn(templatePicture(views[0] ?? 'table', schema, (one) => clientType(one).sketch)),
    el('strong', {}, el('span', { 'aria-hidden': 'true' }, signOf(icon)), ` ${nameOf(template)}`),
    el('span', { class: 'hint' }, words),
  );
}

export async function openTemplateGallery({ workspaceId }: { workspaceId: number }) {
  const path = `/api/v2/templates/databases?workspace_id=${workspaceId}&limit=100`;
  const found = await send<Template[] & Record<string, unknown>>('GET', path);
  const choices = found.map(choice);
  const template = await openDialog(
    t('databases.view.inline.from_template'),
    [el('div', { class: 'template-choices colours' }, ...choices)],
    [{ label: t('databases.view.cancel'), value: '' }],
    { wide: true, focus: choices[0] },
  );
  const chosen = found.find(({ key, name }) => template !== '' && (key ?? name) === template);
  return chosen ? { template, name: nameOf(chosen) } : null;
}
