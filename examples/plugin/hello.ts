// A plugin in one file: a route of its own, a job each night, and a note of every page that is created.
import { definePlugin, eachEvent, route } from 'commonplace';

let created = 0;

export default definePlugin({
  name: 'hello',
  version: '1.0.0',
  summary: 'Greets the caller and counts new pages',
  dependencies: { pages: '^1.0.0' },
  streams: {
    created: eachEvent({
      'page.created': async () => {
        created += 1;
      },
    }),
  },
  jobs: {
    'hello.forget': {
      cron: '@daily',
      run: async () => {
        created = 0;
      },
    },
  },
  routes: [
    route({
      method: 'GET',
      path: '/api/hello',
      rules: { access: { member: true } },
      options: { id: 'hello.greet', description: 'Greets the caller' },
      handler: (request) => {
        const { actor } = request.ctx;
        return { hello: actor.type === 'user' ? actor.fullName : 'nobody', created };
      },
    }),
  ],
});
