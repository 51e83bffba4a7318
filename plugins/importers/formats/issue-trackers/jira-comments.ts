// Comments of Jira that only some may read: who that is stands before their words, and they are counted.
import { isFields, type JsonFields } from '../json/generic.ts';

/** Of the interface: a role, a group, or those who work on the requests of a service desk. */
export function commentRestriction({ visibility, jsdPublic }: JsonFields): string {
  if (isFields(visibility)) return [visibility.type, visibility.value].filter(Boolean).join(': ') || 'restricted';
  return jsdPublic === false ? 'internal' : '';
}

/** Of XML. */
export const xmlCommentRestriction = ({ rolelevel, grouplevel }: Record<string, string>): string =>
  (rolelevel && `role: ${rolelevel}`) || (grouplevel && `group: ${grouplevel}`) || '';

export const restrictedComment = (text: string, restriction: string): string =>
  restriction ? `[${restriction}] ${text}` : text;
