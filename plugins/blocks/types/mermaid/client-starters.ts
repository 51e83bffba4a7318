// Diagrams to begin with, by the words of their buttons.
import { t } from '../../../../core/client/messages.ts';

const FLOW = 'flowchart LR\n  A[Start] --> B{Choice}\n  B -- Yes --> C[Go on]\n  B -- No --> D[End]';
const SEQUENCE = 'sequenceDiagram\n  Ann->>Ben: Question\n  Ben-->>Ann: Answer';
const GANTT = 'gantt\n  dateFormat YYYY-MM-DD\n  section Plan\n  First :a, 2026-01-05, 5d\n  Second :after a, 3d';

export const diagramStarters = (): Record<string, string> => ({
  [t('editor.diagram_flow')]: FLOW,
  [t('editor.diagram_sequence')]: SEQUENCE,
  [t('editor.diagram_gantt')]: GANTT,
});
