import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { FormContent } from '../../domain/forms/content.ts'
import { type ExportedSubmission, listExportColumns, listExportFields, writeSubmission } from '../../domain/forms/export-columns.ts'

const contentOf = (fields: object[]) =>
  v.parse(FormContent, { title: 'Camp', pages: [{ id: 'p1', title: '', fields }], endings: [{ id: 'e1', title: 'Thanks' }] })

const size = (options: string[]) => ({
  id: 'fsize',
  kind: 'choice',
  label: 'Size',
  options: options.map((id) => ({ id, label: id.slice(1) })),
})
const children = (...fields: object[]) => ({ id: 'fkids', kind: 'group', label: 'Children', rowLabel: 'Child', fields })
const name = { id: 'fname', kind: 'shortText', label: 'Name' }
const age = { id: 'fage', kind: 'number', label: 'Age' }

const submission: ExportedSubmission = {
  ...{ id: 'one', label: 'Ana', person: null, email: 'ana@example.com', currency: 'usd', total: 12_550, paid: 5000, owed: 6550 },
  ...{ state: 'accepted', isMissing: false },
  answers: { fsize: 'olarge', fgift: 500, fcity: '7', fkids: [{ fname: 'Bo', fage: 7 }, { fname: 'Cy' }] },
  ...{ tags: ['late', 'keeper'], note: '', sentAt: Date.UTC(2026, 0, 1, 5, 30), names: { 7: 'Austin, TX' } },
}

const write = (versions: FormContent[], part: { columns?: string[] | null; rowsOf?: string | null } = {}) => {
  const wanted = { search: {}, columns: null, rowsOf: null, ...part }
  const columns = listExportColumns({
    fields: listExportFields(versions),
    part: wanted,
    mostRows: new Map([['fkids', 2]]),
    ...{ hasPrice: true, timeZone: 'America/Chicago' },
  })
  return { heads: columns.map(({ head }) => head), rows: writeSubmission(columns, submission, wanted.rowsOf) }
}

describe('The columns of a file with submissions', () => {
  const gift = { id: 'fgift', kind: 'ownAmount', label: 'Gift' }
  const city = { id: 'fcity', kind: 'city', label: 'City' }
  const content = contentOf([{ id: 'fhead', kind: 'heading', label: 'Words' }, size(['olarge']), gift, city, children(name, age)])

  it('are the answers, each child in columns of its own, and the money', () => {
    const { heads, rows } = write([content])
    expect(Object.fromEntries(heads.map((head, index) => [head, rows[0]?.[index]]))).toEqual({
      ...{ Name: 'Ana', Account: null, Email: 'ana@example.com', State: 'Accepted', Size: 'large', Gift: 5, City: 'Austin, TX' },
      ...{ 'Child 1: Name': 'Bo', 'Child 1: Age': 7, 'Child 2: Name': 'Cy', 'Child 2: Age': '' },
      ...{ Total: 125.5, Paid: 50, Open: 65.5, Currency: 'USD', Tags: 'late, keeper', Note: '' },
      ...{ 'Sent (America/Chicago)': '2025-12-31 23:30', Id: 'one' },
    })
  })

  it('say that something is missing, which nobody can accept', () => {
    const asked = { ...submission, ...{ state: 'asked' as const, isMissing: true } }
    const columns = listExportColumns({
      fields: [],
      part: { search: {}, columns: null, rowsOf: null },
      mostRows: new Map(),
      hasPrice: false,
      timeZone: 'UTC',
    })
    expect(writeSubmission(columns, asked, null)[0]).toContain('Something is missing')
    expect(writeSubmission(columns, { ...asked, isMissing: false }, null)[0]).toContain('To decide')
  })

  it('can have a row for each child', () => {
    const { heads, rows } = write([content], { rowsOf: 'fkids', columns: ['fsize'] })
    expect(heads.slice(4, 8)).toEqual(['Child', 'Size', 'Name', 'Age'])
    expect(rows.map((row) => row.slice(4, 8))).toEqual([
      [1, 'large', 'Bo', 7],
      [2, 'large', 'Cy', ''],
    ])
  })

  it('have what older versions asked, and names of options that were removed', () => {
    const older = contentOf([{ ...age, id: 'fold', label: 'Old question' }, size(['olarge', 'osmall']), children(age)])
    const newer = contentOf([size(['osmall']), children(name)])
    const { heads, rows } = write([newer, older])
    expect(rows[0]?.[heads.indexOf('Size')]).toBe('large')
    expect(heads.slice(4, 10)).toEqual(['Size', 'Child 1: Name', 'Child 1: Age', 'Child 2: Name', 'Child 2: Age', 'Old question'])
  })
})
