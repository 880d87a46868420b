import { and, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { type ExportedSubmission, listExportFields } from '../../domain/forms/export-columns.ts'
import type { StoredPart } from '../../domain/forms/export-contract.ts'
import type { Field } from '../../domain/forms/fields.ts'
import { leaveOut, withoutFields } from '../../domain/forms/private-fields.ts'
import { faceColumnsOf } from '../accounts/faces.ts'
import { people } from '../accounts/shared.ts'
import { readAll, runBatch } from '../platform/batch.ts'
import { inList } from '../platform/columns.ts'
import { cutPage } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { asJson, asNumber, asText, computed, selectFields } from '../platform/row-query.ts'
import { isMissing } from './is-missing.ts'
import { openOf } from './owed.ts'
import { byVersion, isPrivateField, type PrivateFields, requesterMay, selectPrivateFields } from './private-answers.ts'
import { formExports, forms, formVersions, submissionPayments as p, submissions as s, submissionTags } from './schema.ts'
import { searchSubmissions } from './search-submissions.ts'
import { namesIn } from './select-names.ts'

/** Fields of older versions are columns too, but not of every version there ever was. */
const maxReadVersions = 10
const rowsAtOnce = 1000
const minRowsAtOnce = 20
/** So many characters of answers are in memory at once. */
const maxPageSize = 24 * 1024 * 1024

/** What a job needs to know to make a file, in one round trip. Null if the form or the file is gone. */
export async function findExport(db: Database, exportId: string) {
  const ofForm = sql`(SELECT ${formExports.formId} FROM ${formExports} WHERE ${formExports.id} = ${exportId})`
  const { found, versions, longest, hidden } = await runBatch(db, {
    found: db
      .select({
        ...{ formId: formExports.formId, userId: formExports.userId, format: formExports.format, state: formExports.state },
        ...{ part: formExports.part, createdAt: formExports.createdAt, settings: forms.settings, title: forms.title },
        seesPrivate: sql<number>`${requesterMay('forms.viewPrivate')}`.as('sees_private'),
      })
      .from(formExports)
      .innerJoin(forms, eq(forms.id, formExports.formId))
      .where(eq(formExports.id, exportId)),
    versions: db
      .select({ content: formVersions.content, privateFields: formVersions.privateFields })
      .from(formVersions)
      .where(sql`${formVersions.formId} = ${ofForm}`)
      .orderBy(sql`${formVersions.number} DESC`)
      .limit(maxReadVersions),
    hidden: selectPrivateFields(db, ofForm),
    longest: selectFields(
      { size: computed(sql`(SELECT coalesce(max(length(${s.answers})), 1) FROM ${s} WHERE ${s.formId} = ${ofForm})`, asNumber) },
      sql``,
    ),
  })
  const [row] = found.rows
  if (!row) return null
  const size = longest.rows[0]?.size ?? 1
  // They may have lost the right since they asked, also between two parts.
  const seesPrivate = row.part.hasPrivate && row.seesPrivate === 1
  return {
    ...row,
    part: { ...row.part, hasPrivate: seesPrivate },
    fields: listExportFields(
      versions.rows.map(({ content, privateFields }) => (seesPrivate ? content : withoutFields(content, privateFields))),
    ),
    privateFields: byVersion(seesPrivate ? [] : hidden.rows),
    hasPrice: versions.rows.some(({ content }) => content.payment !== null),
    rowsAtOnce: Math.max(minRowsAtOnce, Math.min(rowsAtOnce, Math.floor(maxPageSize / size))),
  }
}

const sender = alias(people, 'sender')
const tagsOf = sql`(SELECT coalesce(json_group_array(${submissionTags.tag}), '[]') FROM ${submissionTags} WHERE ${submissionTags.submissionId} = ${s.id})`
const paidOf = sql`(SELECT coalesce(sum(${p.amount} - ${p.refunded}), 0) FROM ${p} WHERE ${p.submissionId} = ${s.id} AND ${p.state} IN ('paid', 'refunded'))`

const rowFields = {
  ...{
    id: s.id,
    label: s.label,
    state: s.state,
    isMissing,
    version: s.version,
    answers: s.answers,
    currency: s.currency,
    total: s.total,
    note: s.note,
  },
  ...{ email: s.emailKey, person: faceColumnsOf(sender).name, sentAt: s.sentAt },
  ...{ tags: computed(tagsOf, asJson<string[]>()), paid: computed(paidOf, asNumber), owed: openOf },
}

type Page = {
  formId: string
  part: StoredPart
  timeZone: string
  cursor: string | undefined
  rowsAtOnce: number
  fields: readonly Field[]
  privateFields: PrivateFields
}

/** The numbers of the versions that were filled. */
export async function readVersions(db: Database, formId: string, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await readAll(
    db,
    db
      .select({ id: s.id, version: s.version })
      .from(s)
      .where(and(eq(s.formId, formId), inList(s.id, ids))),
  )
  return new Map(rows.map(({ id, version }) => [id, version]))
}

/** The next submissions of a file. The first page says how many rows each group has at most. */
export async function readExported(db: Database, { formId, part, timeZone, cursor, rowsAtOnce: limit, fields, privateFields }: Page) {
  const { from, where, order, all, placeKey, placeOf } = searchSubmissions(
    formId,
    { ...part.search, cursor },
    { timeZone, pageSize: limit, isExact: true },
  )
  const { hasPrivate, search } = part
  // Nobody finds out about an answer by a filter.
  const mayFilter = hasPrivate || search.field === undefined ? sql`1` : sql`NOT ${isPrivateField(formId, search.field)}`
  const groups = cursor === undefined && part.rowsOf === null ? fields.filter(({ kind }) => kind === 'group') : []
  const most = ({ id }: Field): SQL => sql`(SELECT coalesce(max(json_array_length(${s.answers}, ${`$.${id}`})), 0) ${all} AND ${mayFilter})`
  const { found, counts } = await runBatch(db, {
    found: selectFields(
      { ...rowFields, placeKey: computed(placeKey, asText), names: computed(namesIn(fields), asJson<Record<string, string>>()) },
      sql`${from} LEFT JOIN ${people} ${sender} ON ${sender.id} = ${s.userId} WHERE ${where} AND ${mayFilter} ORDER BY ${order} LIMIT ${limit + 1}`,
    ),
    counts: groups.map((group) => selectFields({ id: computed(sql`${group.id}`, asText), most: computed(most(group), asNumber) }, sql``)),
  })
  const { page, next } = cutPage(found.rows, limit, placeOf)
  return {
    submissions: page.map(({ placeKey: _, answers, ...row }): ExportedSubmission & { version: number } => ({
      ...row,
      answers: leaveOut(answers, privateFields.get(row.version) ?? []),
    })),
    next,
    mostRows: new Map(counts.flatMap(({ rows }) => rows.map((row) => [row.id, row.most] as const))),
  }
}
