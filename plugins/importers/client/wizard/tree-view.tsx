// What a source holds, level by level.
import { number, t } from '../../../../core/client/messages.ts';
import type { JobTreeNode } from './job.ts';

const Line = ({ node: { title, kind, count } }: { node: JobTreeNode }) => (
  <>
    {title || t('core.client.untitled')}{' '}
    <span class="meta">
      {t(`importers.wizard.node.${kind}`)}
      {count > 0 && ` · ${number(count)}`}
    </span>
  </>
);

export const ImportTree = ({ nodes }: { nodes: JobTreeNode[] }) => (
  <ul class="import-tree">
    {nodes.map((node, index) => (
      <li key={`${index} ${node.title}`}>
        {node.children?.length ? (
          <details>
            <summary>
              <Line node={node} />
            </summary>
            <ImportTree nodes={node.children} />
          </details>
        ) : (
          <Line node={node} />
        )}
      </li>
    ))}
  </ul>
);
