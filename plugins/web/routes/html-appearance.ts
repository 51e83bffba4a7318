// Colours and language as a form, for people with and without an account; kept in cookies of the browser.
import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { isForm } from '../../../core/http/form-errors.ts';
import { THEMES } from '../../../core/http/preferences.ts';
import { header } from '../../../core/http/request-header.ts';
import { type Route, route } from '../../../core/http/route.ts';

const YEAR = 31_536_000;

/** The page of ours that the form was on; the address of another site is not followed. */
function pageBefore(request: Request): string {
  const from = header(request, 'referer') ?? '';
  const url = URL.canParse(from) ? new URL(from) : undefined;
  const isOwn = url && request.ctx.app.csrf.allowsOrigin(url.origin) && !/^\/[/\\]/.test(url.pathname);
  return isOwn ? `${url.pathname}${url.search}` : '/';
}

export const appearanceRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/settings/appearance',
    rules: {
      access: { public: true, because: 'visitors also choose their language and colours' },
      form: true,
      html: true,
      whileReadOnly: true,
    },
    options: {
      id: 'appearance.choose',
      description: 'Choose colours and language of this browser',
      payload: { allow: ['application/x-www-form-urlencoded'] },
      validate: {
        payload: Joi.object({
          theme: Joi.valid(...THEMES),
          locale: Joi.string().pattern(/^[a-z]{2,3}$/),
          csrf: Joi.string().allow(''),
        })
          .or('theme', 'locale')
          .required(),
      },
    },
    handler: (request, h) => {
      const { app } = request.ctx;
      const { theme, locale } = request.payload as { theme?: string; locale?: string };
      const answer = isForm(request) ? h.redirect(pageBefore(request)).code(303) : h.response({ ok: true });
      const end = `; Path=/; Max-Age=${YEAR}; SameSite=Lax${app.baseUrl.startsWith('https:') ? '; Secure' : ''}`;
      for (const [name, value] of Object.entries({ theme, locale })) {
        if (value !== undefined) answer.header('set-cookie', `${name}=${value}${end}`, { append: true });
      }
      return answer;
    },
  }),
];
