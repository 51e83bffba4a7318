// Avatars: a verified raster image, or initials drawn on the account's colour.
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { lazy } from '../../core/boot/lazy-require.ts';
import { fileRecords } from '../../core/files/file-records.ts';
import { type BlobRecord, isRasterImage, sniff } from '../../core/files/file-response.ts';
import { invalid, notFound } from '../../core/http/problem.ts';
import { type Ctx, userOf } from '../../core/kernel/context.ts';
import { escapeHtml } from '../../core/views/html-escape.ts';
import { avatars } from './avatar-store.ts';
import { userPolicies } from './policies.ts';
import { colorOf, presentUser } from './present.ts';
import { type UserRow, users } from './store.ts';

const imageSizes = lazy<typeof import('image-size')>('image-size');

/** A few bytes can promise a picture that fills the memory of everybody who looks at it (security.md, pixel flood). */
const PIXELS_MAX = 40_000_000;

/** As the header of the image says; 0 when it says nothing usable. */
function pixelsOf(content: Buffer): number {
  try {
    const { width, height } = imageSizes().imageSize(content);
    return width * height;
  } catch {
    return 0;
  }
}

/** @throws Problem validation_failed unless the content is a PNG, JPEG, GIF, WebP or AVIF image */
export async function setAvatar(ctx: Ctx, upload: Readable, maxBytes: number) {
  const me = userOf(ctx);
  const content = await buffer(upload);
  const { mime, extension } = sniff(content.subarray(0, 64));
  const pixels = isRasterImage(mime) ? pixelsOf(content) : 0;
  if (!pixels) throw invalid(['body', 'file'], 'must be a PNG, JPEG, GIF, WebP or AVIF image');
  if (pixels > PIXELS_MAX)
    throw invalid(['body', 'file'], 'has more than 40 million pixels; choose a smaller one', 'less_than_equal');
  const { storage } = ctx.app;
  const stored = await storage.put(content, extension, maxBytes);
  const before = await ctx
    .tx(async (tx) => {
      const old = await avatars.ofUser(tx, me.id);
      const blob = { ...stored, name: `avatar.${extension}`, mime, created_by: me.id };
      const fileId = await tx.use(fileRecords).insert(tx, blob);
      await avatars.set(tx, me.id, fileId);
      if (old) await tx.use(fileRecords).remove(tx, old.id);
      return old;
    })
    .catch(async (error) => {
      await storage.delete(stored.filename);
      throw error;
    });
  if (before) await storage.delete(before.filename);
  return presentUser((await users.byId(ctx, me.id)) as UserRow);
}

/** Back to initials. */
export async function removeAvatar(ctx: Ctx): Promise<void> {
  const before = await ctx.tx(async (tx) => {
    const old = await avatars.ofUser(tx, userOf(tx).id);
    if (!old) return undefined;
    await avatars.unset(tx, userOf(tx).id);
    await tx.use(fileRecords).remove(tx, old.id);
    return old;
  });
  if (before) await ctx.app.storage.delete(before.filename);
}

export async function setAvatarColor(ctx: Ctx, color: string | undefined) {
  if (!color || !/^#[0-9a-f]{6}$/i.test(color))
    throw invalid(['body', 'color'], 'must be a colour such as #0e7490', 'string_pattern_mismatch', color);
  const me = userOf(ctx);
  await ctx.tx((tx) => users.update(tx, me.id, { avatar_color: color.toLowerCase() }));
  return presentUser((await users.byId(ctx, me.id)) as UserRow);
}

/** What `/api/settings/avatar/{filename}` shows. @throws Problem not_found for people the caller does not know */
export async function avatarFile(ctx: Ctx, filename: string): Promise<{ blob: BlobRecord } | { user: UserRow }> {
  const drawn = /^initials-([1-9]\d{0,9})\.svg$/.exec(filename);
  const blob = drawn ? undefined : await avatars.byName(ctx, filename);
  const userId = drawn ? Number(drawn[1]) : blob?.user_id;
  if (!userId) throw notFound();
  const { row } = await ctx.app.access.require(ctx, userPolicies.view, userId);
  return blob ? { blob } : { user: row as UserRow };
}

export function initials(user: UserRow): string {
  const names = (user.full_name || user.login).split(/\s+/).filter(Boolean);
  const letters = [names[0], names.length > 1 ? names.at(-1) : '']
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
  const text = escapeHtml(letters);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64"><rect width="64" height="64" fill="${colorOf(user)}"/><text x="32" y="33" fill="#fff" font-family="system-ui,sans-serif" font-size="26" text-anchor="middle" dominant-baseline="central">${text}</text></svg>`;
}
