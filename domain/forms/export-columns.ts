import * as v from 'valibot'
import { digitsOf } from '../format-money.ts'
import type { Currency } from '../money.ts'
import { instantToLocal } from '../time/wall-clock.ts'
import type { FormContent } from './content.ts'
import type { ExportedPart } from './export-contract.ts'
import { type Field, type GroupField, takesAnswer } from './fields.ts'
import { nameQuotes } from './name-quotes.ts'
import type { Standing } from './submission-contract.ts'
import { nameState } from './submission-texts.ts'
import { writeAnswer } from './write-answer.ts'

/** A submission as the file has it. */
export type ExportedSubmission = Standing & {
  id: string
  label: string
  person: string | null
  email: string | null
  answers: Readonly<Record<string, unknown>>
  currency: Currency | null
  total: number
  /** Without what was given back. */
  paid: number
  owed: number
  tags: readonly string[]
  note: string
  sentAt: number
  /** The names of the cities, places and people that were chosen, by id. */
  names: Readonly<Record<string, string>>
}

type Row = { submission: ExportedSubmission; child: Readonly<Record<string, unknown>> | null; number: number }
export type ExportColumn = { head: string; write: (row: Row) => unknown }

const Rows = v.array(v.record(v.string(), v.unknown()))
const rowsIn = (answer: unknown) => (v.is(Rows, answer) ? answer : [])

const isExported = (field: Field) => takesAnswer(field) || field.kind === 'computed'

/** Options and rows of a group that a later version has removed are still in older answers. */
function joinFields(newer: Field, older: Field): Field {
  if ('options' in newer && 'options' in older) {
    const known = new Set(newer.options.map(({ id }) => id))
    return { ...newer, options: [...newer.options, ...older.options.filter(({ id }) => !known.has(id))] } as Field
  }
  if (newer.kind !== 'group' || older.kind !== 'group') return newer
  return { ...newer, fields: joinLists(newer.fields, older.fields) as GroupField['fields'] }
}

function joinLists(newer: readonly Field[], older: readonly Field[]): Field[] {
  const before = new Map(older.map((field) => [field.id, field]))
  const joined = newer.map((field) => {
    const same = before.get(field.id)
    before.delete(field.id)
    return same?.kind === field.kind ? joinFields(field, same) : field
  })
  return [...joined, ...before.values()]
}

/** The fields of all these versions, the latest first: those of the latest version in its order, and then what was asked before. */
export const listExportFields = (versions: readonly Pick<FormContent, 'pages'>[]): Field[] =>
  versions
    .map((version) => nameQuotes(version).pages.flatMap(({ fields }) => fields.filter(isExported)))
    .reduce((newer, older) => joinLists(newer, older), [] as Field[])

/** Numbers stay numbers, so that a spreadsheet can add them up. */
function writeCell(field: Field, answer: unknown, { currency, names }: ExportedSubmission): unknown {
  if (typeof answer === 'number' && currency !== null && field.kind === 'ownAmount') return answer / 10 ** digitsOf(currency)
  if (typeof answer === 'number' && field.kind !== 'level') return answer
  return writeAnswer(field, answer, currency, names)
}

/** "Child 1: Name" for each row, or "Name" if each row of the group is a row of the file. */
function columnsOfGroup(group: GroupField, rowsOf: string | null, most: number): ExportColumn[] {
  const fields = group.fields.filter(isExported)
  if (group.id === rowsOf)
    return fields.map((field) => ({ head: field.label, write: ({ submission, child }) => writeCell(field, child?.[field.id], submission) }))
  return Array.from({ length: most }, (_, index) => index).flatMap((index) =>
    fields.map((field) => ({
      head: `${group.rowLabel} ${index + 1}: ${field.label}`,
      write: ({ submission }: Row) => writeCell(field, rowsIn(submission.answers[group.id])[index]?.[field.id], submission),
    })),
  )
}

type Wanted = {
  fields: readonly Field[]
  part: ExportedPart
  /** How many rows a submission has of each group at most. */
  mostRows: ReadonlyMap<string, number>
  hasPrice: boolean
  timeZone: string
}

/** The columns of a file with submissions. */
export function listExportColumns({ fields, part: { columns, rowsOf }, mostRows, hasPrice, timeZone }: Wanted): ExportColumn[] {
  const group = fields.find(({ id }) => id === rowsOf)
  const shown = fields.filter(({ id }) => columns === null || columns.includes(id) || id === rowsOf)
  const money = (head: string, amountOf: (submission: ExportedSubmission) => number): ExportColumn => ({
    head,
    write: ({ submission }) => (submission.currency === null ? null : amountOf(submission) / 10 ** digitsOf(submission.currency)),
  })
  const plain = (head: string, write: (submission: ExportedSubmission) => unknown): ExportColumn => ({
    head,
    write: ({ submission }) => write(submission),
  })
  return [
    plain('Name', ({ label }) => label),
    plain('Account', ({ person }) => person),
    plain('Email', ({ email }) => email),
    plain('State', nameState),
    ...(group?.kind === 'group' ? [{ head: group.rowLabel, write: ({ number }: Row) => number }] : []),
    ...shown.flatMap((field): ExportColumn[] =>
      field.kind === 'group'
        ? columnsOfGroup(field, rowsOf, mostRows.get(field.id) ?? 0)
        : [{ head: field.label, write: ({ submission }) => writeCell(field, submission.answers[field.id], submission) }],
    ),
    ...(hasPrice
      ? [
          money('Total', ({ total }) => total),
          money('Paid', ({ paid }) => paid),
          money('Open', ({ owed }) => owed),
          plain('Currency', ({ currency }) => currency?.toUpperCase()),
        ]
      : []),
    plain('Tags', ({ tags }) => tags.join(', ')),
    plain('Note', ({ note }) => note),
    plain(`Sent (${timeZone})`, ({ sentAt }) => {
      const { date, time } = instantToLocal(sentAt, timeZone)
      return `${date} ${time}`
    }),
    plain('Id', ({ id }) => id),
  ]
}

/** The rows of one submission: one, or one for each row of a group. */
export function writeSubmission(columns: readonly ExportColumn[], submission: ExportedSubmission, rowsOf: string | null): unknown[][] {
  const rows: Row[] =
    rowsOf === null
      ? [{ submission, child: null, number: 1 }]
      : rowsIn(submission.answers[rowsOf]).map((child, index) => ({ submission, child, number: index + 1 }))
  return rows.map((row) => columns.map(({ write }) => write(row)))
}
