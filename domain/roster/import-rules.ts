import * as v from 'valibot'
import { canonicalAddress } from '../mail/rules.ts'
import { ImportRow, maxRowsPerRequest } from './contract.ts'

/** A row of the file after its head. `line` is its number in the file; the head is row 1. */
export type FileRow = { line: number; cells: readonly string[]; isBroken: boolean }

export type FileTable = { head: readonly string[]; rows: readonly FileRow[] }

/** What a column of the file contains. */
export const columnKinds = ['name', 'firstName', 'lastName', 'email', 'jersey', 'position', 'skip'] as const
export type ColumnKind = (typeof columnKinds)[number]

export const columnKindNames: Record<ColumnKind, string> = {
  name: 'Full name',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  jersey: 'Jersey',
  position: 'Position',
  skip: 'Leave out',
}

const hints: [ColumnKind, RegExp][] = [
  ['email', /mail/],
  ['firstName', /^(first|given)|forename/],
  ['lastName', /^(last|family)|surname/],
  ['jersey', /jersey|shirt (no|number)|^(no|number|#)\.?$/],
  ['position', /position|^pos\.?$/],
  ['name', /name|player|member|athlete/],
]

/** Guesses what the columns contain from the head of the file. Each kind is used once. */
export function guessColumns(head: readonly string[]): ColumnKind[] {
  const used = new Set<ColumnKind>()
  return head.map((cell) => {
    const text = cell.trim().toLowerCase()
    const kind = hints.find(([one, pattern]) => !used.has(one) && pattern.test(text))?.[0] ?? 'skip'
    if (kind !== 'skip') used.add(kind)
    return kind
  })
}

/** Why nothing can be imported with these columns, if so. */
export function judgeColumns(columns: readonly ColumnKind[]): string | null {
  if (!columns.some((kind) => kind === 'name' || kind === 'firstName' || kind === 'lastName')) return 'Choose the column with the names.'
  const chosen = columns.filter((kind) => kind !== 'skip')
  return new Set(chosen).size < chosen.length ? 'Choose each kind for one column only.' : null
}

export type BadRow = { line: number; text: string; reason: string }
export type CheckedRows = { good: ImportRow[]; bad: BadRow[] }

const hasLineBreak = (text: string) => /[\r\n]/.test(text.trim())

/** Tells good rows from bad ones, each with its reason. Empty rows are left out. */
export function checkRows({ rows }: FileTable, columns: readonly ColumnKind[]): CheckedRows {
  const lineOfEmail = new Map<string, number>()
  const good: ImportRow[] = []
  const bad: BadRow[] = []
  for (const { line, cells, isBroken } of rows) {
    if (cells.every((cell) => cell.trim() === '')) continue
    const cellOf = (kind: ColumnKind) => cells[columns.indexOf(kind)]?.trim() ?? ''
    const name = [cellOf('name'), cellOf('firstName'), cellOf('lastName')].filter(Boolean).join(' ')
    const email = cellOf('email')
    const refuse = (reason: string) => bad.push({ line, text: name || cells.join(', ').slice(0, 60), reason })
    if (isBroken) refuse('A quote in this row is not closed.')
    else if (columns.some((kind, index) => kind !== 'skip' && hasLineBreak(cells[index] ?? '')))
      refuse('A cell of this row has several lines.')
    else if (name === '') refuse('The name is missing.')
    else {
      const parsed = v.safeParse(ImportRow, {
        // The row after the head is the first one.
        row: line - 1,
        name,
        email: email === '' ? null : email,
        jersey: cellOf('jersey'),
        position: cellOf('position'),
      })
      const key = email === '' ? null : canonicalAddress(email)
      const firstLine = key === null ? undefined : lineOfEmail.get(key)
      if (!parsed.success) refuse(parsed.issues[0].message)
      else if (firstLine !== undefined) refuse(`Row ${firstLine} has the same email.`)
      else {
        if (key !== null) lineOfEmail.set(key, line)
        good.push(parsed.output)
      }
    }
  }
  return { good, bad }
}

/** A request body may have 256 kB, so rows with long names are sent in smaller parts. */
const maxBytesPerRequest = 200 * 1024

/** Splits the rows into parts that fit into one request each. */
export function splitRows(rows: readonly ImportRow[]): ImportRow[][] {
  const encoder = new TextEncoder()
  const parts: ImportRow[][] = []
  let bytes = 0
  for (const row of rows) {
    const size = encoder.encode(JSON.stringify(row)).length + 1
    const part = parts.at(-1)
    if (part && part.length < maxRowsPerRequest && bytes + size <= maxBytesPerRequest) {
      part.push(row)
      bytes += size
    } else {
      parts.push([row])
      bytes = size
    }
  }
  return parts
}
