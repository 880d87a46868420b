import { describe, expect, it } from 'vitest'
import { toTable, writeCsv } from '../../domain/csv.ts'

const write = (records: Record<string, unknown>[]) => writeCsv(toTable(records))
const lines = (csv: string) => csv.replace('\uFEFF', '').split('\r\n').slice(0, -1)

describe('A CSV file', () => {
  it('starts with a header line, and quotes values that need it', () => {
    expect(
      lines(
        write([
          { name: 'Maya "Ace" Rivera', bio: 'one, two\nthree' },
          { name: 'مايا', bio: '' },
        ]),
      ),
    ).toEqual(['name,bio', '"Maya ""Ace"" Rivera","one, two\nthree"', 'مايا,'])
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1+1', '＠SUM(A1)', '=HYPERLINK("http://evil")', ' =1', '＋1', '－1'])(
    'does not let %j run as a formula',
    (text) => {
      const [, cell = ''] = lines(write([{ text }]))
      expect(cell.replace(/^"/, '')).toMatch(/^'/)
    },
  )

  it('writes numbers as numbers, even negative ones, and lists as JSON', () => {
    expect(lines(write([{ lng: -97.74, isOn: true, none: null, list: [{ a: 1 }] }]))).toEqual([
      'lng,isOn,none,list',
      '-97.74,true,,"[{""a"":1}]"',
    ])
  })

  it('includes columns that only some rows have', () => {
    expect(lines(write([{ a: 1 }, { b: 2 }]))).toEqual(['a,b', '1,', ',2'])
  })
})
