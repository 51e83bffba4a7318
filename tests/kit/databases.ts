// Part of the kit that authors of extensions have, too: `commonplace/testing`.
export * from '../../testing/databases.ts';
