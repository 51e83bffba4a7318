// Dates as people write them, in two languages: days, distances, weekdays, times and what lies between two.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { monthsAfter, readWrittenDate, weekdaysFor, writtenDay } from '../../../core/client/date-words.ts';

/** A Thursday. */
const TODAY = '2026-11-26';

/** The reader's language, as the page says it. */
function inLanguage(lang: string, run: () => void): void {
  const page = { documentElement: { lang } };
  Object.defineProperty(globalThis, 'document', { value: page, configurable: true, writable: true });
  try {
    run();
  } finally {
    Reflect.deleteProperty(globalThis, 'document');
  }
}

describe('a day', () => {
  after(() => assert.equal(typeof document, 'undefined'));
  const english: [string, string | null][] = [
    ['2026-12-24', '2026-12-24'],
    ['24.12.', '2026-12-24'],
    ['1/2/2027', '2027-02-01'],
    ['24 dec', '2026-12-24'],
    ['24. December', '2026-12-24'],
    ['dec 24', '2026-12-24'],
    ['December 24, 2027', '2027-12-24'],
    ['1 mar 2028', '2028-03-01'],
    ['today', '2026-11-26'],
    [' Tomorrow ', '2026-11-27'],
    ['yesterday', '2026-11-25'],
    ['in 2 weeks', '2026-12-10'],
    ['in 1 day', '2026-11-27'],
    ['3 days ago', '2026-11-23'],
    ['next week', '2026-12-03'],
    ['next month', '2026-12-26'],
    ['last year', '2025-11-26'],
    ['+3d', '2026-11-29'],
    ['-1 w', '2026-11-19'],
    ['fri', '2026-11-27'],
    ['thursday', '2026-12-03'],
    ['next friday', '2026-12-04'],
    ['next mon', '2026-11-30'],
    ['31 june', null],
    ['24 de', null],
    ['24 decimals', null],
    ['dec', null],
    ['t', null],
    ['in 99999 days', null],
    ['in two weeks', null],
    ['other friday', null],
    ['30.2.2026', null],
    ['', null],
  ];
  for (const [text, day] of english)
    it(`is read of ${JSON.stringify(text)}`, () => inLanguage('en', () => assert.equal(writtenDay(text, TODAY), day)));

  const german: [string, string | null][] = [
    ['morgen', '2026-11-27'],
    ['übermorgen', '2026-11-28'],
    ['in 2 Wochen', '2026-12-10'],
    ['vor 3 Tagen', '2026-11-23'],
    ['nächste Woche', '2026-12-03'],
    ['Fr', '2026-11-27'],
    ['nächsten Freitag', '2026-12-04'],
    ['1. Dez', '2026-12-01'],
    ['1. März 2027', '2027-03-01'],
    ['tomorrow', null],
  ];
  for (const [text, day] of german)
    it(`is read of ${JSON.stringify(text)} in German`, () =>
      inLanguage('de', () => assert.equal(writtenDay(text, TODAY), day)));

  it('of a weekday is its next one', () => {
    const all = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].flatMap((name) => weekdaysFor(name, TODAY));
    assert.deepEqual(
      all.map(({ day }) => day).sort(),
      [27, 28, 29, 30].map((day) => `2026-11-${day}`).concat(['2026-12-01', '2026-12-02', '2026-12-03']),
    );
    assert.deepEqual(weekdaysFor('f', TODAY), []);
  });

  it('of another month is the last one where that is shorter', () => {
    assert.equal(monthsAfter('2026-01-31', 1), '2026-02-28');
    assert.equal(monthsAfter('2026-03-31', -1), '2026-02-28');
    assert.equal(monthsAfter('2024-02-29', 12), '2025-02-28');
  });
});

describe('a date', () => {
  const cases: [string, [string, string | null] | null][] = [
    ['fri 14:30', ['2026-11-27T14:30', null]],
    ['tomorrow at 3pm', ['2026-11-27T15:00', null]],
    ['14:30', ['2026-11-26T14:30', null]],
    ['2026-12-01T08:05', ['2026-12-01T08:05', null]],
    ['1.12.', ['2026-12-01', null]],
    ['1.12. - 5.12.', ['2026-12-01', '2026-12-05']],
    ['5 dec to 1 dec', ['2026-12-01', '2026-12-05']],
    ['27 Nov 2026 – 30 Nov 2026', ['2026-11-27', '2026-11-30']],
    ['4 – 16 Nov 2026', ['2026-11-04', '2026-11-16']],
    ['14 Nov – 1 Dec 2025', ['2025-11-14', '2025-12-01']],
    ['04.–16.11.2026', ['2026-11-04', '2026-11-16']],
    ['14.11. – 01.12.2025', ['2025-11-14', '2025-12-01']],
    ['9 – 11:30', null],
    ['fri 9:00 - 11:30', ['2026-11-27T09:00', '2026-11-27T11:30']],
    ['fri - 11:30', null],
    ['12am', ['2026-11-26T00:00', null]],
    ['13pm', null],
    ['24:00', null],
    ['9:60', null],
    ['9', null],
    ['mon - tue - wed', null],
    ['nonsense', null],
  ];
  for (const [text, wanted] of cases)
    it(`is read of ${JSON.stringify(text)}`, () =>
      inLanguage('en', () => {
        const found = readWrittenDate(text, TODAY);
        assert.deepEqual(found && [found.start, found.end], wanted);
      }));
});
