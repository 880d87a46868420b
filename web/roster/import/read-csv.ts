import Papa from 'papaparse'
import type { FileRow, FileTable } from '../../../domain/roster/import-rules.ts'

/** Enough to say how many rows a file has that is too long. */
const maxRowsRead = 20_000

/** Spreadsheets write UTF-8 or UTF-16, and old ones the code page of western Windows. */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes
  const isMostlyZero = (start: number) => {
    let zeros = 0
    for (let index = start; index < Math.min(bytes.length, 200); index += 2) zeros += bytes[index] === 0 ? 1 : 0
    return bytes.length > 3 && zeros > Math.min(bytes.length, 200) / 4
  }
  if ((first === 0xff && second === 0xfe) || isMostlyZero(1)) return new TextDecoder('utf-16le').decode(bytes)
  if ((first === 0xfe && second === 0xff) || isMostlyZero(0)) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // The bytes are not UTF-8. Every byte has a meaning in this code page.
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const endOfLine = (text: string, from: number) => {
  const end = text.slice(from).search(/\r\n|\r|\n/)
  return end === -1 ? text.length : from + end
}

/** After so many rows with an open quote, the rest is read line by line, because each of them is searched up to the end of the file. */
const maxSearches = 100

const countQuotes = (line: string) => line.split('"').length - 1

/** Reads the lines of a text, each as a row. A line whose quotes are not closed in it is broken. */
const readLines = (text: string, delimiter: string): Omit<FileRow, 'line'>[] =>
  text
    .replace(/(\r\n|\r|\n)$/, '')
    .split(/\r\n|\r|\n/)
    .map((line) => {
      const isBroken = countQuotes(line) % 2 === 1
      const cells = isBroken || !line.includes('"') ? line.split(delimiter) : (Papa.parse<string[]>(line, { delimiter }).data[0] ?? [])
      return { cells: isBroken ? [line] : cells, isBroken }
    })

/**
 * Reads a table. A quote that is never closed would swallow the rest of the file. Then its line is marked as broken, and reading goes on
 * with the next line.
 */
export function readCsv(text: string): FileTable {
  const { delimiter } = Papa.parse<string[]>(text.slice(0, 10_000), { preview: 10 }).meta
  const rows: Omit<FileRow, 'line'>[] = []
  let offset = 0
  let searches = 0
  while (offset < text.length && rows.length <= maxRowsRead) {
    if (searches === maxSearches) {
      rows.push(...readLines(text.slice(offset), delimiter).slice(0, maxRowsRead + 1 - rows.length))
      break
    }
    let rowStart = offset
    let isBroken = false
    const partStart = offset
    Papa.parse<string[]>(text.slice(partStart), {
      delimiter,
      preview: maxRowsRead + 1 - rows.length,
      step: ({ data, errors, meta }, parser) => {
        if (errors.some(({ type }) => type === 'Quotes')) {
          isBroken = true
          parser.abort()
          return
        }
        rows.push({ cells: data, isBroken: false })
        rowStart = partStart + meta.cursor
      },
    })
    if (!isBroken) break
    searches += 1
    const end = endOfLine(text, rowStart)
    rows.push({ cells: [text.slice(rowStart, end)], isBroken: true })
    offset = end + (text.startsWith('\r\n', end) ? 2 : 1)
  }
  const [head, ...rest] = rows
  return { head: head?.cells ?? [], rows: rest.map((row, index) => ({ ...row, line: index + 2 })) }
}

/** The table of a file, as the worker sends it to the page. */
export const readTable = (bytes: Uint8Array): FileTable => {
  const table = readCsv(decodeText(bytes))
  const last = table.rows.findLastIndex(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  return { ...table, rows: table.rows.slice(0, last + 1) }
}
