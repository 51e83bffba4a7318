// Diagrams in the editor.
import { t } from '../../../../core/client/messages.ts';
import type { BlockClient } from '../../client/editing/block-client.ts';

async function draw(source: string): Promise<Element> {
  const { drawDiagram } = await import('../../client/reading/diagram.ts');
  const drawn = await drawDiagram(source);
  if ('fault' in drawn) throw new Error(drawn.fault);
  return drawn.picture;
}

export default {
  type: 'mermaid',
  kinds: [{ icon: 'git-compare', order: 140, attrs: { source: '' } }],
  typed: [{ signs: /^```mermaid$/i, onEnter: true, onSpace: true }],
  language: 'mermaid',
  source: () => ({
    attribute: 'source',
    label: t('editor.diagram_edit'),
    empty: t('editor.diagram_empty'),
    example: t('editor.diagram_example', { example: 'flowchart LR' }),
    starters: async () => (await import('./client-starters.ts')).diagramStarters(),
    draw,
  }),
} satisfies BlockClient;
