import { eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { writeCsv } from '../../domain/csv.ts'
import { foldLabel } from '../../domain/forms/label-keys.ts'
import { nameSigner, type WaiverPage, type WaiverSearch, waiverPageSize } from '../../domain/forms/waiver-contract.ts'
import { makeFace } from '../../domain/profiles/faces.ts'
import { faceColumnsOf, toFace } from '../accounts/faces.ts'
import { people } from '../accounts/shared.ts'
import { readAll, runBatch } from '../platform/batch.ts'
import { inList } from '../platform/columns.ts'
import { cutPage, readCursor, TimeCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { asText, computed, orNull, selectFields } from '../platform/row-query.ts'
import { type Actor, canAct, selectFacts } from '../teams/actor.ts'
import { requireTeamOf } from './queries.ts'
import { forms, formVersions, submissions as s, signedWaivers as w } from './schema.ts'
import { requireOrganizer } from './submissions.ts'

const signer = alias(people, 'signer')
const { name, photoKey } = faceColumnsOf(signer)

/** No index has parts of names, so a search looks through so many at once. It may find few then, and "more" looks further. */
const windowSize = 500

type Signed = { signedAt: number; id: string }
const keyOf = ({ signedAt, id }: Signed) => [signedAt, id]

/** The next ones of the list that this person may see, the latest first. */
const nextOnes = (organizer: Actor, { teamId, formId, after }: { teamId: string; formId: string; after: Signed | null }) => ({
  where: sql`${w.formId} = ${formId} AND ${canAct(organizer, teamId, 'forms.manage')}
    AND ${after ? sql`(${w.signedAt}, ${w.id}) < (${after.signedAt}, ${after.id})` : sql`1`}`,
  order: sql`ORDER BY ${w.signedAt} DESC, ${w.id} DESC`,
})

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
  const after = readCursor(TimeCursor, cursor)
  const ones = nextOnes(organizer, { teamId, formId, after: after ? { signedAt: after[0], id: after[1] } : null })
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

const exportedAtOnce = 1000
const head = ['Signed by', 'Email', 'For', 'Waiver', 'Signed (UTC)', 'How', 'Typed name', 'Valid until (UTC)', 'SHA-256 of the words']
const writeMoment = (at: number) => new Date(at).toISOString()

/** The next rows of the file, and what follows from them. A drawn signature can be large, so the file only says that there is one. */
async function writeNextOnes(db: Database, formId: string, { where, order }: Record<'where' | 'order', SQL>) {
  const { found, texts } = await runBatch(db, {
    found: selectFields(
      {
        ...{ id: w.id, email: w.emailKey, signer: w.signer, forWhom: w.forWhom, wordsHash: w.wordsHash },
        ...{ signedAt: w.signedAt, expiresAt: w.expiresAt, personId: signer.id, name },
        typed: computed(sql`${w.signature} ->> '$.name'`, orNull(asText)),
      },
      sql`FROM ${w} LEFT JOIN ${people} ${signer} ON ${signer.id} = ${w.userId} WHERE ${where} ${order} LIMIT ${exportedAtOnce}`,
    ),
    texts: selectTexts(formId, sql`SELECT ${w.id} FROM ${w} WHERE ${where} ${order} LIMIT ${exportedAtOnce}`),
  })
  const labels = new Map(texts.rows.map(({ wordsHash, label }) => [wordsHash, label]))
  const rows = found.rows.map(({ personId, name: personName, typed, ...row }) => [
    nameSigner({ ...row, person: personId === null ? null : makeFace(personId, personName, null) }),
    ...[row.email, row.forWhom, labels.get(row.wordsHash), writeMoment(row.signedAt)],
    ...(typed === null ? ['Drawn', ''] : ['Typed', typed]),
    row.expiresAt === null ? '' : writeMoment(row.expiresAt),
    row.wordsHash,
  ])
  return { rows, last: found.rows.at(-1) ?? null, isLast: found.rows.length < exportedAtOnce }
}

/** All that `listSignedWaivers` has, without the words, as CSV. It is written part by part, so that many fit. */
export async function exportSignedWaivers(
  db: Database,
  organizer: Actor,
  formId: string,
): Promise<{ title: string; csv: ReadableStream<Uint8Array> }> {
  const teamId = await requireTeamOf(db, formId)
  const { facts, form } = await runBatch(db, {
    facts: selectFacts(organizer, teamId),
    form: db.select({ title: forms.title }).from(forms).where(eq(forms.id, formId)),
  })
  requireOrganizer(organizer, facts)
  const encoder = new TextEncoder()
  let after: Signed | null = null
  const csv = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { rows, last, isLast } = await writeNextOnes(db, formId, nextOnes(organizer, { teamId, formId, after }))
      // Only the first part has the mark at its start.
      controller.enqueue(encoder.encode(after === null ? writeCsv([head, ...rows]) : writeCsv(rows).slice(1)))
      after = last
      if (isLast) controller.close()
    },
  })
  return { title: form.rows[0]?.title ?? '', csv }
}
