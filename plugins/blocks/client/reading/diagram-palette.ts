// The colours of the product in diagrams: what the library makes of its own accord belongs to no page of ours.

/** The values of `tokens.css`, which a frame without an origin does not load. */
const SCHEMES = {
  light: {
    ...{ paper: '#ffffff', surface: '#f8f8f6', line: '#c9c9c4', text: '#1f2023', muted: '#5c5f66' },
    ...{ accent: '#0b6e6e', soft: '#e3f1f0', mark: '#fff3b8', danger: '#b3261e', pastel: 84, strong: 36 },
  },
  dark: {
    ...{ paper: '#191a1c', surface: '#1f2023', line: '#4a4d52', text: '#e9e9e6', muted: '#a8abb2' },
    ...{ accent: '#5cc9c4', soft: '#1d3433', mark: '#574b12', danger: '#ff9a92', pastel: 30, strong: 68 },
  },
};

export type Scheme = keyof typeof SCHEMES;

/** Of parts that stand beside each other, such as the slices of a pie; the first is near the accent. */
const HUES = [178, 262, 32, 212, 338, 96, 288, 12];

const hued = (name: string, from: number, saturation: number, lightness: number): Record<string, string> =>
  Object.fromEntries(HUES.map((hue, at) => [`${name}${at + from}`, `hsl(${hue}, ${saturation}%, ${lightness}%)`]));

const same = (value: string, ...names: string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, value]));

/** Variables of the theme `base` of Mermaid. */
export function diagramPalette(scheme: Scheme): Record<string, string | boolean | object> {
  const { paper, surface, line, text, muted, accent, soft, mark, danger, pastel, strong } = SCHEMES[scheme];
  return {
    darkMode: scheme === 'dark',
    ...same(paper, 'background', 'edgeLabelBackground', 'relationLabelBackground', 'altBackground', 'rowOdd'),
    ...same(paper, 'pieStrokeColor', 'altSectionBkgColor', 'sequenceNumberColor', 'compositeBackground'),
    ...same(surface, 'tertiaryColor', 'clusterBkg', 'labelBoxBkgColor', 'rowEven', 'sectionBkgColor', 'rectBkgColor'),
    ...same(line, 'tertiaryBorderColor', 'clusterBorder', 'gridColor', 'doneTaskBkgColor', 'actorLineColor'),
    ...same(line, 'pieOuterStrokeColor', 'labelBoxBorderColor', 'noteBorderColor', 'activationBorderColor'),
    ...same(text, 'primaryTextColor', 'secondaryTextColor', 'tertiaryTextColor', 'textColor', 'titleColor'),
    ...same(text, 'noteTextColor', 'taskTextDarkColor', 'pieTitleTextColor', 'pieSectionTextColor', 'scaleLabelColor'),
    ...same(muted, 'lineColor', 'arrowheadColor', 'signalColor', 'doneTaskBorderColor', 'archEdgeColor'),
    ...same(accent, 'primaryBorderColor', 'secondaryBorderColor', 'activeTaskBorderColor', 'taskTextClickableColor'),
    ...same(soft, 'primaryColor', 'mainBkg', 'secondaryColor', 'activeTaskBkgColor', 'sectionBkgColor2'),
    ...same(danger, 'critBorderColor', 'todayLineColor', 'errorTextColor'),
    ...same(scheme === 'dark' ? '#3b2321' : '#fdecea', 'critBkgColor', 'errorBkgColor'),
    noteBkgColor: mark,
    pieOpacity: '1',
    xyChart: {
      backgroundColor: paper,
      ...same(text, 'titleColor', 'dataLabelColor', 'xAxisTitleColor', 'yAxisTitleColor'),
      ...same(text, 'xAxisLabelColor', 'yAxisLabelColor'),
      ...same(muted, 'xAxisTickColor', 'xAxisLineColor', 'yAxisTickColor', 'yAxisLineColor'),
      // A list with commas between its colours.
      plotColorPalette: HUES.map((hue) => `hsl(${hue} 45% ${strong}%)`).join(),
    },
    ...hued('pie', 1, 45, pastel),
    ...hued('cScale', 0, 45, pastel),
    ...hued('git', 0, 45, strong),
    ...Object.fromEntries(HUES.map((_, at) => [`gitBranchLabel${at}`, scheme === 'dark' ? '#0c1f1f' : '#ffffff'])),
  };
}
