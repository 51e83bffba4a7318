// What an import did, or would do, in numbers, and what it could not do, by kind.
import { number, t } from '../../../../core/client/messages.ts';
import { keptAndLeftOut } from '../../left-out.ts';
import type { JobReport, JobWarning } from './job.ts';

const SHOWN = 20;

/** A kind of which the catalogue knows nothing is said as it is. */
function kindText(kind: string): string {
  const key = `importers.wizard.kind.${kind}`;
  const text = t(key);
  return text === key ? kind.replaceAll('_', ' ') : text;
}

export function Numbers({ report }: { report: JobReport }) {
  const counts: [string, number][] = [
    [t('importers.wizard.pages'), report.counts.pages],
    [t('importers.wizard.folders'), report.counts.folders],
    [t('importers.wizard.databases'), report.counts.databases],
    [t('importers.wizard.rows'), report.counts.rows],
    [t('importers.wizard.attachments'), report.counts.files],
    [t('importers.wizard.links'), report.counts.links],
    [t('importers.wizard.comments'), report.counts.comments],
    [t('importers.wizard.created'), report.created],
    [t('importers.wizard.updated'), report.updated],
    [t('importers.wizard.skipped'), report.skipped],
  ];
  return (
    <dl class="numbers">
      {counts
        .filter(([, count], index) => count > 0 || index === 0)
        .map(([label, count]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{number(count)}</dd>
          </div>
        ))}
    </dl>
  );
}

/** An archive makes workspaces of its own, wherever the import was begun. */
export function ReportWorkspaces({ report: { workspaces } }: { report: JobReport }) {
  if (!workspaces) return null;
  return <p>{t('importers.wizard.workspaces', { count: workspaces.length, names: workspaces.join(', ') })}</p>;
}

function byKind(warnings: JobWarning[]): [string, JobWarning[]][] {
  const groups = new Map<string, JobWarning[]>();
  for (const warning of warnings) groups.set(warning.kind, [...(groups.get(warning.kind) ?? []), warning]);
  return [...groups].sort(([, a], [, b]) => b.length - a.length);
}

interface GroupProps {
  title: string;
  lines: [string, string][];
}

const Group = ({ title, lines }: GroupProps) => (
  <details>
    <summary>{title}</summary>
    <ul class="fault-list">
      {lines.slice(0, SHOWN).map(([item, reason]) => (
        <li key={`${item} ${reason}`}>
          <strong>{item}</strong> {reason}
        </li>
      ))}
    </ul>
    {lines.length > SHOWN && <p class="hint">{t('importers.wizard.and_more', { count: lines.length - SHOWN })}</p>}
  </details>
);

export function ReportFaults({ report }: { report: JobReport }) {
  const { kept, leftOut } = keptAndLeftOut(report.unsupported);
  if (!report.warnings_total && !report.broken_links_total && !kept.length && !leftOut.length) return null;
  return (
    <section class="faults">
      <h3>{t('importers.wizard.look_at')}</h3>
      {byKind(report.warnings).map(([kind, list]) => (
        <Group
          key={kind}
          title={`${kindText(kind)} (${number(list.length)})`}
          lines={list.map(({ item, reason }) => [item, reason])}
        />
      ))}
      {report.broken_links_total > 0 && (
        <Group
          title={t('importers.wizard.broken', { count: report.broken_links_total })}
          lines={report.broken_links.map(({ item, target }) => [item, `→ ${target}`])}
        />
      )}
      {kept.length > 0 && (
        <Group
          title={t('importers.wizard.unsupported')}
          lines={kept.map(([kind, count]) => [kindText(kind), number(count)])}
        />
      )}
      {leftOut.length > 0 && (
        <Group
          title={t('importers.wizard.left_out_kinds')}
          lines={leftOut.map(([kind, count]) => [kindText(kind), number(count)])}
        />
      )}
    </section>
  );
}
