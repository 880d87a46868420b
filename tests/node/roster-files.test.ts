import { describe, expect, it } from 'vitest'
import { checkRows, guessColumns, judgeColumns, splitRows } from '../../domain/roster/import-rules.ts'
import { decodeText, readCsv, readTable } from '../../web/roster/import/read-csv.ts'

const encode = (text: string) => new TextEncoder().encode(text)

function encode16(text: string, isBigEndian: boolean, hasMark: boolean): Uint8Array {
  const units = [...(hasMark ? '\uFEFF' : ''), ...text].flatMap((sign) => [...sign].map((one) => one.charCodeAt(0)))
  return new Uint8Array(units.flatMap((unit) => (isBigEndian ? [unit >> 8, unit & 255] : [unit & 255, unit >> 8])))
}

const rowsOf = (text: string) => readCsv(text).rows.map(({ cells }) => cells)

/** The result for a file whose head says what the columns are. */
function check(text: string) {
  const table = readTable(encode(text))
  const { good, bad } = checkRows(table, guessColumns(table.head))
  return { names: good.map(({ name }) => name), bad: bad.map(({ line, reason }) => [line, reason]) }
}

describe('The text of a file', () => {
  const text = 'Name,Email\r\nZoë Müller,zoe@example.com\r\n'
  it.each([
    ['UTF-8', encode(text)],
    ['UTF-8 with a mark', encode(`\uFEFF${text}`)],
    ['UTF-16, little end first', encode16(text, false, true)],
    ['UTF-16, big end first', encode16(text, true, true)],
    ['UTF-16 without a mark', encode16(text, false, false)],
    ['western Windows', new Uint8Array([...text].map((sign) => sign.charCodeAt(0)))],
  ])('is read from %s', (_, bytes) => {
    expect(decodeText(bytes)).toBe(text)
  })
})

describe('A table', () => {
  it('is read with commas, semicolons and tabs, and with commas inside quotes', () => {
    expect(rowsOf('Name,Email\n"Rally, Lee",lee@example.com')).toEqual([['Rally, Lee', 'lee@example.com']])
    expect(rowsOf('Name;Email\nLee;lee@example.com')).toEqual([['Lee', 'lee@example.com']])
    expect(rowsOf('Name\tEmail\nLee\tlee@example.com')).toEqual([['Lee', 'lee@example.com']])
  })

  it('loses only the line with an open quote', () => {
    const { rows } = readCsv('Name,Email\nAnn,a@example.com\n"Bo,b@example.com\nCid,c@example.com\n"Dee",d@example.com\n')
    expect(rows.map(({ line, isBroken, cells }) => [line, isBroken, cells[0]]).slice(0, 4)).toEqual([
      [2, false, 'Ann'],
      [3, true, '"Bo,b@example.com'],
      [4, false, 'Cid'],
      [5, false, 'Dee'],
    ])
  })

  it('of 10,000 rows is counted', () => {
    expect(readTable(encode(`Name\n${'Lee\n'.repeat(10_000)}`)).rows).toHaveLength(10_000)
  })

  it('with open quotes in hundreds of lines keeps the others, with commas inside quotes', () => {
    const { rows } = readCsv(`Name,Email\n${'"Lee,x@example.com\n'.repeat(500)}Ann,a@example.com\n"Rally, Bo",b@example.com\r\n`)
    expect(rows).toHaveLength(502)
    expect(rows.slice(-2).map(({ cells, isBroken }) => [...cells, isBroken])).toEqual([
      ['Ann', 'a@example.com', false],
      ['Rally, Bo', 'b@example.com', false],
    ])
    expect(rows.filter(({ isBroken }) => isBroken)).toHaveLength(500)
  })

  it('with an open quote in each line is read in a bounded time', () => {
    expect(readTable(encode(`Name,Email\n${'"Lee,x@example.com\n'.repeat(10_000)}`)).rows.length).toBe(10_000)
  }, 10_000)
})

describe('The columns', () => {
  it('are guessed from the head', () => {
    expect(guessColumns(['First Name', 'Surname', 'E-mail address', 'Jersey #', 'Pos.', 'Birthday'])).toEqual([
      'firstName',
      'lastName',
      'email',
      'jersey',
      'position',
      'skip',
    ])
    expect(guessColumns(['Player', 'Player email', 'Name of parent'])).toEqual(['name', 'email', 'skip'])
  })

  it('must contain names, and each kind once', () => {
    expect(judgeColumns(['email', 'skip'])).toBe('Choose the column with the names.')
    expect(judgeColumns(['name', 'email', 'email'])).toBe('Choose each kind for one column only.')
    expect(judgeColumns(['firstName', 'email', 'skip', 'skip'])).toBeNull()
  })
})

describe('The rows', () => {
  it('that are good go on, and each bad one has its reason', () => {
    const long = 'x'.repeat(61)
    expect(
      check(
        `Name,Email,Jersey\nAnn,ann@example.com,7\nBo,not an address,1\n${long},,2\nCid,ANN@example.com,\n,dee@example.com,\n\nEve,,12345\n"Fay\nFay",,\n"Gil,g@example.com,\nHal,hal@example.com,`,
      ),
    ).toEqual({
      names: ['Ann', 'Hal'],
      bad: [
        [3, expect.stringContaining('email')],
        [4, 'A name can have up to 60 characters.'],
        [5, 'Row 2 has the same email.'],
        [6, 'The name is missing.'],
        [8, 'A jersey number can have up to 4 characters.'],
        [9, 'A cell of this row has several lines.'],
        [10, 'A quote in this row is not closed.'],
      ],
    })
  })

  it('are sent in parts that fit into a request', () => {
    const table = readTable(
      encode(`Name,Email\n${Array.from({ length: 10_000 }, (_, i) => `Player ${i},player-${i}@example.com`).join('\n')}`),
    )
    const { good } = checkRows(table, ['name', 'email'])
    expect(good).toHaveLength(10_000)
    expect(splitRows(good).map((part) => part.length)).toEqual(Array.from({ length: 20 }, () => 500))
    const long = good
      .slice(0, 1000)
      .map((row) => ({ ...row, name: 'é'.repeat(60), position: 'é'.repeat(30), email: `${'x'.repeat(60)}@${'y'.repeat(180)}.example` }))
    const parts = splitRows(long)
    expect(parts.flat()).toEqual(long)
    for (const part of parts) expect(encode(JSON.stringify({ rows: part })).length).toBeLessThan(256 * 1024)
  })

  it('join the first and the last name', () => {
    expect(check('First name,Last name\nLee,Rally\nSam,').names).toEqual(['Lee Rally', 'Sam'])
  })
})
