// What a source holds, level by level.
import { number, t } from '../../../../core/client/messages.ts';
import type { TreeNode } from './job.ts';

const Line = ({ node: { title, kind, count } }: { node: TreeNode }) => (
  <>
    {title || t('core.client.untitled')}{' '}
    <span class="meta">
      {t(`importers.wizard.node.${kind}`)}
      {count > 0 && ` · ${number(count)}`}
    </span>
  </>
);

export const Tree = ({ nodes }: { nodes: TreeNode[] }) => (
  <ul class="import-tree">
    {nodes.map((node, index) => (
      <li key={`${index} ${node.title}`}>
        {node.children?.length ? (
          <details>
            <summary>
              <Line node={node} />
            </summary>
            <Tree nodes={node.children} />
          </details>
        ) : (
          <Line node={node} />
        )}
      </li>
    ))}
  </ul>
);
