// What entries of calendars say below their title, as Markdown.
import type { CalendarEvent } from '../../../databases/contract.ts';

const escaped = (text: string): string => text.replace(/[\\`*_[\]<>#]/g, '\\$&');

const attachment = ({ name, url }: CalendarEvent['attachments'][number]): string =>
  `- [${escaped(name || url)}](<${url.replace(/[<>\s]/g, encodeURIComponent)}>)`;

/** The description with what is attached. */
export const calendarText = ({
  description,
  attachments,
}: Pick<CalendarEvent, 'description' | 'attachments'>): string =>
  [escaped(description).replace(/\n/g, '  \n'), attachments.map(attachment).join('\n')].filter(Boolean).join('\n\n');

/** @param titles of what has an id in the calendar, by that id: remarks may name one */
export const remarkLines = (remarks: CalendarEvent['remarks'], titles: ReadonlyMap<string, string>): string =>
  remarks
    .map(({ kind, text }) => {
      const said = titles.get(text) || text;
      return `- ${kind.charAt(0).toUpperCase()}${kind.slice(1)}: ${escaped(said).replace(/\n/g, ' ')}`;
    })
    .join('\n');
