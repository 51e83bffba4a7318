// Imports todo.txt: a page for each project, with its tasks in the order of their priority.

/** The format itself, without files: easy to test. */
export function parse(text) {
  const projects = new Map();
  for (const line of text.split(/\r?\n/).filter((one) => one.trim())) {
    const done = line.startsWith('x ');
    const [, priority = 'Z'] = /^\(([A-Z])\) /.exec(line) ?? [];
    const project = /(?:^|\s)\+(\S+)/.exec(line)?.[1] ?? 'Inbox';
    const task = line.replace(/^x (?:\d{4}-\d\d-\d\d )*|^\([A-Z]\) /, '').replace(/\s*\+\S+/g, '');
    projects.set(project, [...(projects.get(project) ?? []), { task, done, priority }]);
  }
  return projects;
}

export default {
  kind: 'importer',
  name: 'todotxt',
  title: 'todo.txt',
  accepts: ['.txt'],
  async *read(source) {
    for (const [title, tasks] of parse(await source.text())) {
      const sorted = tasks.toSorted((a, b) => (a.priority < b.priority ? -1 : Number(a.priority > b.priority)));
      const markdown = sorted.map(({ task, done }) => `- [${done ? 'x' : ' '}] ${task}`).join('\n');
      yield { type: 'page', id: `+${title}`, title, markdown };
    }
  },
};
