import { describe, expect, it } from 'vitest'
import { tableOf, writeCsv } from '../../domain/csv.ts'

const write = (records: Record<string, unknown>[]) => writeCsv(tableOf(records))
const lines = (csv: string) => csv.replace('\uFEFF', '').split('\r\n').slice(0, -1)

describe('A table for a spreadsheet', () => {
  it('has a line for its names, and quotes what needs it', () => {
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
    'makes no formula of %j',
    (text) => {
      const [, cell = ''] = lines(write([{ text }]))
      expect(cell.replace(/^"/, '')).toMatch(/^'/)
    },
  )

  it('leaves numbers numbers, below zero too, and writes lists as JSON', () => {
    expect(lines(write([{ lng: -97.74, isOn: true, none: null, list: [{ a: 1 }] }]))).toEqual([
      'lng,isOn,none,list',
      '-97.74,true,,"[{""a"":1}]"',
    ])
  })

  it('knows columns that only some rows have', () => {
    expect(lines(write([{ a: 1 }, { b: 2 }]))).toEqual(['a,b', '1,', ',2'])
  })
})
