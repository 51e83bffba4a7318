// The caller's own account: profile, password, avatar.
import type { Readable } from 'node:stream';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { sendBlob } from '../../../core/files/file-response.ts';
import { can } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { email, file, id, name, params } from '../../../core/http/schema-fields.ts';
import { type AccountChange, changeAccount } from '../accounts.ts';
import { avatarFile, initials, setAvatar, setAvatarColor } from '../avatar.ts';
import { PASSWORD_MAX } from '../passwords/password.ts';
import { userPolicies } from '../policies.ts';
import { avatarUrl } from '../present.ts';
import { loginName } from '../schemas.ts';
import type { UserRow } from '../store.ts';

const me = { member: true as const };
const password = () => Joi.string().max(PASSWORD_MAX * 4);
export const timezone = () => Joi.string().allow('').max(100);

export const accountRoutes: Route[] = [
  route({
    method: 'PUT',
    path: '/api/user/profile',
    rules: { access: me, session: true },
    options: {
      id: 'account.profile',
      description: 'Change name, login and time zone',
      validate: { payload: Joi.object({ full_name: name(), login: loginName(), timezone: timezone() }).required() },
    },
    handler: async (request) => ({ ok: true, ...(await changeAccount(request.ctx, request.payload as AccountChange)) }),
  }),
  route({
    method: 'PUT',
    path: '/api/user/password',
    rules: { access: me, session: true },
    options: {
      id: 'account.password',
      description: 'Change the password',
      validate: {
        payload: Joi.object({ current_password: password(), new_password: password().required() }).required(),
      },
    },
    handler: async (request) => {
      const { new_password, current_password } = request.payload as { new_password: string; current_password?: string };
      const change = { password: new_password, current_password };
      return { ok: true, ...(await changeAccount(request.ctx, change, 'new_password')) };
    },
  }),
  route({
    method: 'PUT',
    path: '/api/settings/account',
    rules: { access: me, session: true },
    options: {
      id: 'account.update',
      description: 'Change the account',
      validate: {
        payload: Joi.object({
          full_name: name(),
          login: loginName(),
          email: email(),
          password: password(),
          current_password: password(),
        }).required(),
      },
    },
    handler: async (request) => ({ ok: true, ...(await changeAccount(request.ctx, request.payload as AccountChange)) }),
  }),
];

export const AVATAR_BYTES = 5 * 1024 * 1024;

export const avatarRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/api/settings/avatar',
    rules: { access: me },
    options: {
      id: 'account.avatar',
      description: 'Upload an avatar',
      payload: {
        multipart: { output: 'stream' },
        allow: ['multipart/form-data'],
        maxBytes: AVATAR_BYTES + 65_536,
        output: 'stream',
        parse: true,
      },
      validate: { payload: Joi.object({ file: file().required() }).required() },
    },
    handler: async (request) => ({
      ok: true,
      ...(await setAvatar(request.ctx, (request.payload as { file: Readable }).file, AVATAR_BYTES)),
    }),
  }),
  route({
    method: 'POST',
    path: '/api/settings/avatar-color',
    rules: { access: me },
    options: {
      id: 'account.avatar-color',
      description: 'Choose the colour behind the initials',
      validate: { payload: Joi.object({ color: Joi.string(), colour: Joi.string() }).required() },
    },
    handler: async (request) => {
      const { color, colour } = request.payload as { color?: string; colour?: string };
      return { ok: true, ...(await setAvatarColor(request.ctx, color ?? colour)) };
    },
  }),
  route({
    method: 'GET',
    path: '/api/settings/avatar/{filename}',
    rules: { access: me },
    options: {
      id: 'account.avatar-file',
      validate: { params: params({ filename: Joi.string().max(100) }), query: Joi.any() },
    },
    handler: async (request, h) => {
      const { filename } = request.params as { filename: string };
      const found = await avatarFile(request.ctx, filename);
      if ('blob' in found) return sendBlob(request.ctx.app.storage, found.blob, request, h);
      return h
        .response(initials(found.user))
        .type('image/svg+xml')
        .header('content-security-policy', "sandbox; default-src 'none'; style-src 'unsafe-inline'");
    },
  }),
  route({
    method: 'GET',
    path: '/api/avatar/{user_id}',
    rules: { access: can(userPolicies.view, 'user_id') },
    options: {
      id: 'account.avatar-of',
      description: "Redirects to a person's avatar",
      validate: { params: params({ user_id: id() }) },
    },
    handler: (request, h) => h.redirect(avatarUrl(loaded<UserRow>(request, 'user_id'))),
  }),
];
