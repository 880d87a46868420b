import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { foldLabel } from '../../domain/forms/label-keys.ts'
import { type WaiverPage, type WaiverSearch, waiverPageSize } from '../../domain/forms/waiver-contract.ts'
import { faceColumnsOf, toFace } from '../accounts/faces.ts'
import { people } from '../accounts/shared.ts'
import { readAll, runBatch } from '../platform/batch.ts'
import { inList } from '../platform/columns.ts'
import { cutPage, readCursor, TimeCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { asText, computed, selectFields } from '../platform/row-query.ts'
import { type Actor, canAct, selectFacts } from '../teams/actor.ts'
import { requireTeamOf } from './queries.ts'
import { formVersions, submissions as s, signedWaivers as w } from './schema.ts'
import { requireOrganizer } from './submissions.ts'

const signer = alias(people, 'signer')
const { name, photoKey } = faceColumnsOf(signer)

/** No index has parts of names, so a search looks through so many at once. It may find few then, and "more" looks further. */
const windowSize = 500

type Signed = { signedAt: number; id: string }
const keyOf = ({ signedAt, id }: Signed) => [signedAt, id]

/** The next ones of the list that this person may see, the latest first. */
const nextOnes = (organizer: Actor, { teamId, formId, cursor }: { teamId: string; formId: string; cursor: string | undefined }) => {
  const after = readCursor(TimeCursor, cursor)
  return {
    where: sql`${w.formId} = ${formId} AND ${canAct(organizer, teamId, 'forms.manage')}
      AND ${after ? sql`(${w.signedAt}, ${w.id}) < (${after[0]}, ${after[1]})` : sql`1`}`,
    order: sql`ORDER BY ${w.signedAt} DESC, ${w.id} DESC`,
  }
}

/** The ids of those that a search finds, and where it goes on. */
async function findNamed(db: Database, { where, order }: Record<'where' | 'order', SQL>, q: string) {
  const rows = await readAll(
    db,
    selectFields(
      { id: w.id, signedAt: w.signedAt, signer: w.signer, forWhom: w.forWhom, name },
      sql`FROM ${w} LEFT JOIN ${people} ${signer} ON ${signer.id} = ${w.userId} WHERE ${where} ${order} LIMIT ${windowSize + 1}`,
    ),
  )
  const looked = cutPage(rows, windowSize, keyOf)
  const wanted = foldLabel(q)
  const fits = looked.page.filter((row) => [row.signer, row.forWhom, row.name ?? ''].some((text) => foldLabel(text).includes(wanted)))
  const { page, next } = cutPage(fits, waiverPageSize, keyOf)
  return { ids: page.map(({ id }) => id), next: next ?? looked.next }
}

/** The words that were signed, each once. They are in the version that was signed, whose rows never change. */
const selectTexts = (formId: string, ids: SQL) => {
  const signed = sql.identifier('signed')
  const partOf = (key: string) => computed(sql`${formVersions.content} ->> (node.path || ${`.${key}`})`, asText)
  return selectFields(
    { wordsHash: computed(sql`${signed}.hash`, asText), label: partOf('label'), text: partOf('text') },
    sql`FROM (SELECT ${w.wordsHash} AS hash, max(${w.version}) AS version, ${w.fieldId} AS field FROM ${w}
        WHERE ${w.id} IN (${ids}) GROUP BY ${w.wordsHash}) ${signed}
      CROSS JOIN ${formVersions} ON ${formVersions.formId} = ${formId} AND ${formVersions.number} = ${signed}.version
      CROSS JOIN json_tree(${formVersions.content}, '$.pages') node WHERE node.key = 'id' AND node.atom = ${signed}.field`,
  )
}

/** Who has signed the waivers of a form, and which words, for those who run it. The latest come first. */
export async function listSignedWaivers(
  db: Database,
  organizer: Actor,
  formId: string,
  { cursor, q = '' }: WaiverSearch,
): Promise<WaiverPage> {
  const teamId = await requireTeamOf(db, formId)
  const ones = nextOnes(organizer, { teamId, formId, cursor })
  const named = q === '' ? null : await findNamed(db, ones, q)
  const where = named ? inList(w.id, named.ids) : ones.where
  const { facts, found, texts } = await runBatch(db, {
    facts: selectFacts(organizer, teamId),
    found: selectFields(
      {
        ...{ id: w.id, field: w.fieldId, version: w.version, submissionId: s.id, email: w.emailKey, signer: w.signer },
        ...{ forWhom: w.forWhom, signature: w.signature, wordsHash: w.wordsHash, signedAt: w.signedAt, expiresAt: w.expiresAt },
        ...{ personId: signer.id, name, photoKey },
      },
      sql`FROM ${w} LEFT JOIN ${people} ${signer} ON ${signer.id} = ${w.userId} LEFT JOIN ${s} ON ${s.id} = ${w.submissionId}
        WHERE ${where} ${ones.order} LIMIT ${waiverPageSize + 1}`,
    ),
    texts: selectTexts(formId, sql`SELECT ${w.id} FROM ${w} WHERE ${where} ${ones.order} LIMIT ${waiverPageSize}`),
  })
  requireOrganizer(organizer, facts)
  const { page, next } = cutPage(found.rows, waiverPageSize, keyOf)
  return {
    waivers: page.map(({ personId, name: personName, photoKey: key, ...waiver }) => ({
      ...waiver,
      person: personId === null ? null : toFace({ id: personId, name: personName, photoKey: key }),
    })),
    texts: texts.rows,
    next: named ? named.next : next,
  }
}
