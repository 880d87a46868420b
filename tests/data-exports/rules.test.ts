import { describe, expect, it } from 'vitest'
import { judgeExport, writeCsv } from '../../domain/data-exports/rules.ts'

const lines = (csv: string) => csv.replace('\uFEFF', '').split('\r\n').slice(0, -1)

describe('A table for a spreadsheet', () => {
  it('has a line for its names, and quotes what needs it', () => {
    expect(
      lines(
        writeCsv([
          { name: 'Maya "Ace" Rivera', bio: 'one, two\nthree' },
          { name: 'مايا', bio: '' },
        ]),
      ),
    ).toEqual(['name,bio', '"Maya ""Ace"" Rivera","one, two\nthree"', 'مايا,'])
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1+1', '＠SUM(A1)', '=HYPERLINK("http://evil")'])(
    'makes no formula of %j',
    (text) => {
      const [, cell = ''] = lines(writeCsv([{ text }]))
      expect(cell.replace(/^"/, '')).toMatch(/^'/)
    },
  )

  it('leaves numbers numbers, below zero too, and writes lists as JSON', () => {
    expect(lines(writeCsv([{ lng: -97.74, isOn: true, none: null, list: [{ a: 1 }] }]))).toEqual([
      'lng,isOn,none,list',
      '-97.74,true,,"[{""a"":1}]"',
    ])
  })

  it('knows columns that only some rows have', () => {
    expect(lines(writeCsv([{ a: 1 }, { b: 2 }]))).toEqual(['a,b', '1,', ',2'])
  })
})

it('One export at a time, three a day', () => {
  expect(judgeExport({ running: false, lately: 2 })).toBeNull()
  expect(judgeExport({ running: true, lately: 0 })?.code).toBe('ExportRunning')
  expect(judgeExport({ running: false, lately: 3 })?.code).toBe('ExportsUsedUp')
})
