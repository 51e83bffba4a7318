/** The full-text index of both engines: how it is made, kept in step with `search_entries`, and asked. */
import type { Knex } from 'knex';

/** One normalised word the entry must hold; with `prefix` any word that begins so. */
export interface SearchTerm {
  text: string;
  prefix: boolean;
}

/**
 * Characters of a body that are indexed; writers cut there, so that both engines find the same. A tsvector holds
 * 1 MiB, and the worst text (words of four-byte characters) takes four bytes of it for each character.
 */
export const SEARCH_TEXT_LIMIT = 200_000;

const TITLE_LIMIT = 2_000;
const LEXEME_BYTES = 2_046;

interface SearchIndex {
  /** Makes the index over the table that is there, anew if there was one; `hasBeginnings`: with entries for those of words. */
  build(trx: Knex.Transaction, hasBeginnings?: boolean): Promise<void>;
  /** Removes the index and leaves the table. */
  clear(trx: Knex.Transaction): Promise<void>;
  phrase(terms: readonly SearchTerm[], isOfTitle?: boolean): string | null;
  match<Q extends Knex.QueryBuilder>(query: Q, phrase: Knex.Value): Q;
  /** the column by which the index itself is gone through: ordered by any other, all are found first */
  order: string;
}

/** Makes `search_entries`, the normalised text of pages and of their property values, and the index over it. */
export async function createSearch(trx: Knex.Transaction, index: SearchIndex): Promise<void> {
  await trx.schema.createTable('search_entries', (table) => {
    table.increments('id');
    table.integer('page_id').notNullable().references('pages.id').onDelete('CASCADE').index();
    table.integer('property_id');
    table.integer('workspace_id').notNullable().references('workspaces.id').onDelete('CASCADE').index();
    table.text('title').notNullable().defaultTo('');
    table.text('body').notNullable().defaultTo('');
    // What people wrote, for snippets; title and body hold its normalised words.
    table.text('original').notNullable().defaultTo('');
  });
  await index.build(trx);
}

export async function dropSearch(trx: Knex.Transaction, index: SearchIndex): Promise<void> {
  await index.clear(trx);
  await trx.schema.dropTable('search_entries');
}

/** Splits terms at what separates words in the index, so that one term is one word. */
function words(terms: readonly SearchTerm[]): SearchTerm[] {
  return terms.flatMap((term) => {
    const parts = term.text.split(/[\p{Z}\p{Cc}\p{Cs}]+/u).filter((part) => part !== '');
    return parts.map((text, index) => ({ text, prefix: term.prefix && index === parts.length - 1 }));
  });
}

async function run(trx: Knex.Transaction, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await trx.raw(statement);
}

const INDEXED = 'values (new.id, new.title, new.body)';
const FORGOTTEN = "values ('delete', old.id, old.title, old.body)";

export const sqliteSearch: SearchIndex = {
  build: async (trx, hasBeginnings = false) => {
    await sqliteSearch.clear(trx);
    // Looked for as somebody types, they are in nearly every page.
    const beginnings = hasBeginnings ? "prefix='1 2 3'," : '';
    await run(trx, [
      // With all categories but separators and control characters as word characters, words end at spaces, as on PostgreSQL.
      `create virtual table search_index using fts5(title, body, content='search_entries', content_rowid='id',
       ${beginnings} tokenize = "unicode61 remove_diacritics 0 categories 'L* M* N* P* S* Cf Co Cn'")`,
      `create trigger search_entries_insert after insert on search_entries begin
         insert into search_index(rowid, title, body) ${INDEXED}; end`,
      `create trigger search_entries_delete after delete on search_entries begin
         insert into search_index(search_index, rowid, title, body) ${FORGOTTEN}; end`,
      `create trigger search_entries_update after update on search_entries begin
         insert into search_index(search_index, rowid, title, body) ${FORGOTTEN};
         insert into search_index(rowid, title, body) ${INDEXED}; end`,
      "insert into search_index(search_index) values ('rebuild')",
    ]);
  },
  clear: (trx) =>
    run(trx, [
      'drop trigger if exists search_entries_insert',
      'drop trigger if exists search_entries_delete',
      'drop trigger if exists search_entries_update',
      'drop table if exists search_index',
    ]),
  phrase(terms, isOfTitle = false) {
    const wanted = words(terms).map(({ text, prefix }) => `"${text.replaceAll('"', '""')}"${prefix ? ' *' : ''}`);
    if (!wanted.length) return null;
    return isOfTitle ? `title : (${wanted.join(' AND ')})` : wanted.join(' AND ');
  },
  order: 'search_index.rowid',
  match(query, phrase) {
    // Cross-joined, or the planner walks all pages of a workspace and asks the index about each one.
    query
      .from('search_index')
      .crossJoin(query.client.raw('search_entries indexed by search_entries_page_index'))
      .whereRaw('search_index match ?', [phrase])
      .whereRaw('search_entries.id = search_index.rowid')
      .select(query.client.raw('-bm25(search_index, 8.0, 1.0) as rank'));
    return query;
  },
};

export const postgresSearch: SearchIndex = {
  build: async (trx) => {
    await postgresSearch.clear(trx);
    await run(trx, [
      // Not to_tsvector: its parser splits words otherwise than FTS5 does, and differently by the database's locale.
      `create function search_vector(words text, weight text, most int) returns tsvector
       language sql immutable parallel safe as $body$
         select coalesce(string_agg('''' || replace(replace(word, '\\', '\\\\'), '''', '''''') || ''':'
           || least(place, 16383) || weight, ' '), '')::tsvector
         from unnest(string_to_array(translate(left(words, most), E'\\n\\r\\t', '   '), ' ')) with ordinality as w(word, place)
         where word <> '' and octet_length(word) <= ${LEXEME_BYTES}
       $body$`,
      `alter table search_entries add column vector tsvector generated always as (
         search_vector(title, 'A', ${TITLE_LIMIT})
         || search_vector(body, 'B', ${SEARCH_TEXT_LIMIT})) stored`,
      'create index search_entries_vector_index on search_entries using gin (vector)',
    ]);
  },
  clear: (trx) =>
    run(trx, [
      'alter table search_entries drop column if exists vector',
      'drop function if exists search_vector(text, text, int)',
    ]),
  phrase(terms, isOfTitle = false) {
    const wanted = words(terms);
    // Words of titles have this weight.
    const weight = isOfTitle ? 'A' : '';
    const tooLong = wanted.some(({ text }) => Buffer.byteLength(text) > LEXEME_BYTES);
    if (wanted.length === 0 || tooLong) return null;
    const quoted = wanted.map(({ text, prefix }) => {
      const word = text.replaceAll('\\', '\\\\').replaceAll("'", "''");
      return `'${word}'${prefix || weight ? ':' : ''}${prefix ? '*' : ''}${weight}`;
    });
    return quoted.join(' & ');
  },
  order: 'search_entries.id',
  match(query, phrase) {
    query
      .select(
        query.client.raw("ts_rank('{0, 0, 0.125, 1}'::float4[], search_entries.vector, ?::tsquery) as rank", [phrase]),
      )
      .whereRaw('search_entries.vector @@ ?::tsquery', [phrase]);
    return query;
  },
};
