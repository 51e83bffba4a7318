// The way to the tags, which are a tab of the library.
import type { Ctx } from '../../core/kernel/context.ts';

export const tagsTrail = ({ app, locale }: Ctx): { title: string; href: string }[] => [
  { title: app.messages.text(locale, 'library.title'), href: '/library' },
  { title: app.messages.text(locale, 'library.list.tags'), href: '/tags' },
];
