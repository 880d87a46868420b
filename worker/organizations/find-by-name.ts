import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { type FoundOrganization, maxOrganizationsFound } from '../../domain/organizations/contract.ts'
import { splitIntoSearchWords } from '../../domain/profiles/name-words.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asNumber, computed, selectFields } from '../platform/row-query.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { indexNameWords, startsWith } from '../search/name-words.ts'
import { communities } from '../teams/shared.ts'
import { belongs } from './of-team.ts'
import { organizationTeams as links, organizations, organizationWords as words } from './schema.ts'

/** For the batch that names an organization. */
export const indexOrganization = (id: string, name: string, when: SQL): SQL[] =>
  indexNameWords({ table: words, word: words.word, owner: words.organizationId }, id, name, when)

/** The search reads at most this many names for each typed word. */
const maxNamesRead = 100

const other = alias(words, 'other_words')

const countTeams = sql`(SELECT count(*) FROM ${links} JOIN ${communities} ON ${communities.id} = ${links.teamId} AND ${communities.deletedAt} IS NULL
  WHERE ${links.organizationId} = ${organizations.id} AND ${belongs})`

/** Each word leads one search, so that a rare word finds its names among those with a common one. */
function selectNamed(lead: string, typed: readonly string[], viewerId: string) {
  const hasOthers = typed
    .filter((word) => word !== lead)
    .map(
      (word) =>
        sql`AND EXISTS (SELECT 1 FROM ${words} ${other} WHERE ${other.organizationId} = ${organizations.id} AND ${startsWith(other.word, word)})`,
    )
  return selectFields(
    { id: organizations.id, name: organizations.name, teams: computed(countTeams, asNumber) },
    sql`FROM (SELECT DISTINCT ${words.organizationId} AS id FROM (SELECT ${words.word}, ${words.organizationId} FROM ${words}
        WHERE ${startsWith(words.word, lead)} ORDER BY ${words.word}, ${words.organizationId} LIMIT ${maxNamesRead}) ${words}) named
      CROSS JOIN ${organizations} ON ${organizations.id} = named.id
      WHERE ${hasNoBlock(viewerId, organizations.ownerId)} ${sql.join(hasOthers, sql` `)} LIMIT ${maxOrganizationsFound}`,
  )
}

/** Finds organizations whose name has a word that starts with each typed word. Without those of people with a block. One round trip. */
export async function findOrganizationsByName(db: Database, viewerId: string, q: string): Promise<FoundOrganization[]> {
  const typed = splitIntoSearchWords(q)
  if (typed.length === 0) return []
  const { found } = await runBatch(db, { found: typed.map((word) => selectNamed(word, typed, viewerId)) })
  const unique = new Map(found.flatMap(({ rows }) => rows.map((row) => [row.id, row])))
  return [...unique.values()].slice(0, maxOrganizationsFound)
}
