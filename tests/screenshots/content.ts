// The workspace that the pictures of the README show: a small team that runs a harbour library.

export interface SamplePage {
  title: string;
  icon?: string;
  markdown: string;
  children?: SamplePage[];
}

export const PEOPLE = [
  { login: 'mira', email: 'mira@example.org', full_name: 'Mira Lindqvist' },
  { login: 'jonas', email: 'jonas@example.org', full_name: 'Jonas Petersen' },
];

export const WORKSPACE = { name: 'Harbour Library', icon: '⚓' };

/** Days are counted from today. */
export const PROJECTS = {
  title: 'Projects',
  icon: '',
  rows: [
    { title: 'New signs for the quay', status: 'Done', priority: 'Low', progress: 100, from: -24, to: -12 },
    { title: 'Chart room: dry the east wall', status: 'In progress', priority: 'High', progress: 60, from: -14, to: 3 },
    { title: 'Scan the pilot books', status: 'In progress', priority: 'Medium', progress: 35, from: -8, to: 12 },
    { title: 'Winter reading evenings', status: 'In progress', priority: 'Medium', progress: 20, from: -2, to: 20 },
    { title: 'Workshop tools: new lathe', status: 'Not started', priority: 'Medium', progress: 0, from: 6, to: 15 },
    { title: 'Spring opening', status: 'Not started', priority: 'High', progress: 0, from: 14, to: 30 },
  ],
};

const handbook = `How we run the library, for everybody who opens the door in the morning. Change what is wrong; every save is kept as a version.

> [!NOTE] New here?
> Begin with the opening checklist, then shadow somebody on the desk for two afternoons.

## Opening checklist

- [x] Lights, heating, and the lift from the quay
- [x] Return box emptied, books scanned before they go on the trolley
- [ ] Coffee for the reading room
- [ ] Tide table of the day beside the desk

## Who does what

| Desk | Monday | Thursday |
| --- | --- | --- |
| Lending | Mira | Jonas |
| Reading room | Ilse | Mira |
| Workshop | Tomasz | Tomasz |

## Lending in one paragraph

A book leaves for **four weeks** and may be renewed twice, unless somebody waits for it. Nautical charts stay in the house: they are *reference*, and salt water is patient.

\`\`\`sql
select title, due_on from loans where due_on < current_date order by due_on;
\`\`\`
`;

const meeting = `**Present**: Mira, Jonas, Ilse, Tomasz

1. The roof above the map room leaks again
   - Tomasz calls the roofer on Monday
   - maps 114 to 140 move to the cellar until then
2. Summer reading: 61 children took part
3. The night of open doors is on the last Friday of May

> We agreed to keep the piano.
`;

const plan = `What we want by the end of the year, in the order in which we want it.

- [x] Catalogue moved in from the old notes
- [x] One list of everything that is lent out
- [ ] Reading room open on Sundays
- [ ] A second workshop bench
`;

export const PAGES: SamplePage[] = [
  {
    title: 'Handbook',

    markdown: handbook,
    children: [
      {
        title: 'Opening hours',
        markdown: 'Tuesday to Saturday, ten to six. On Sundays when the tall ships are in.',
      },
      { title: 'The map room', markdown: 'Gloves, no ink, and never more than three charts on the table.' },
      {
        title: 'Book care',
        markdown: 'Sewing, gluing, pressing: what we do ourselves and what goes to the binder.',
      },
    ],
  },
  {
    title: 'Meetings',

    markdown: 'One page a meeting, newest first.',
    children: [
      { title: 'Team meeting, 12 November', markdown: meeting },
      { title: 'Team meeting, 29 October', markdown: meeting },
    ],
  },
  { title: 'Plan for the year', markdown: plan },
  {
    title: 'Reading list',

    markdown: '- The Sea Around Us\n- A Field Guide to Getting Lost\n- Moby-Dick, again',
  },
  { title: 'Workshop', markdown: 'Benches, tools, and who has the key.' },
];
