// The help as pages: a list that can be searched, and one page a topic with what the product knows of itself.
import Joi from 'joi';
import { authorReference } from '../../../core/boot/author-reference.ts';
import { describeSettings, pluginSettings } from '../../../core/boot/setting-rules.ts';
import { notFound } from '../../../core/http/problem.ts';
import { type Route, route } from '../../../core/http/route.ts';
import type { Translate } from '../../../core/i18n/messages.ts';
import type { App } from '../../../core/kernel/app.ts';
import { keysIn } from '../../../core/views/shortcut.ts';
import { articlesIn, entriesOf, findArticles, TOPICS, type TopicKey } from '../help.ts';

const open = { public: true, because: 'help also explains how to get in' } as const;

const inGroups = <Entry extends { group: string }>(entries: Entry[]): { group: string; entries: Entry[] }[] =>
  [...Map.groupBy(entries, ({ group }) => group)].map(([group, own]) => ({ group, entries: own }));

/** As people on any machine read it: the page is made before anybody knows which one it is. */
const keysText = (keys: string, t: Translate): string => {
  const mod = `${t('core.client.key.mod')}/⌘`;
  return keysIn(keys, t, { mod }).join('+');
};

const operationsOf = (app: App): number =>
  app.server.table().filter(({ path, method }) => path.startsWith('/api/v2') && String(method) !== '*').length;

/** What the product says of itself, beside the article. */
function facts(app: App, locale: string, key: TopicKey) {
  const t = app.messages.in(locale);
  const shortcuts = app.shortcuts().map((one) => ({ ...one, keys: one.keys.map((keys) => keysText(keys, t)) }));
  return {
    shortcuts: key === 'keyboard' ? inGroups(shortcuts) : [],
    commands: key === 'running' ? app.commands().map(({ name, summary }) => ({ name, summary })) : [],
    settings:
      key === 'running'
        ? describeSettings(pluginSettings(app.plugins)).map(({ name, description }) => ({ name, description }))
        : [],
    references: inGroups(entriesOf(app, key)),
    operations: key === 'api' ? operationsOf(app) : 0,
  };
}

export const helpRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/help',
    rules: { access: open, html: true },
    options: { id: 'web.help', validate: { query: Joi.object({ q: Joi.string().allow('').max(200).default('') }) } },
    handler: (request, h) => {
      const { app, locale } = request.ctx;
      const q = String(request.query.q);
      const title = app.messages.text(locale, 'web.help');
      return h.view('web/help', {
        title,
        breadcrumb: [{ title }],
        q,
        articles: findArticles(app, locale, q),
        topic: null,
      });
    },
  }),
  route({
    method: 'GET',
    path: '/help/{topic}',
    rules: { access: open, html: true },
    options: {
      id: 'web.help-topic',
      validate: { params: Joi.object({ topic: Joi.string().max(50).required() }) },
    },
    handler: async (request, h) => {
      const { app, locale } = request.ctx;
      const key = TOPICS.find((one) => one.key === request.params.topic)?.key;
      const articles = articlesIn(app, locale);
      const article = articles.find((one) => one.key === key);
      if (!key || !article) throw notFound();
      return h.view('web/help-topic', {
        title: article.title,
        breadcrumb: [{ title: app.messages.text(locale, 'web.help'), href: '/help' }, { title: article.title }],
        article,
        html: article.html,
        articles,
        ...facts(app, locale, key),
        authorReference: key === 'extending' ? await authorReference(app) : {},
      });
    },
  }),
];
