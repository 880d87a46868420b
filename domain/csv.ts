/**
 * A spreadsheet would run a cell that starts like this as a formula, also after spaces or with full-width signs. `writeCell`
 * puts a quote in front, so that it stays text.
 */
const startsFormula = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/

function writeCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const safeText = startsFormula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safeText) ? `"${safeText.replaceAll('"', '""')}"` : safeText
}

/** Writes a table as CSV (RFC 4180). It starts with a byte order mark, so that spreadsheets read it as UTF-8. */
export const writeCsv = (rows: readonly (readonly unknown[])[]): string =>
  `\uFEFF${rows.map((cells) => `${cells.map(writeCell).join(',')}\r\n`).join('')}`

/** Turns records into table rows with a header row. A field that only some records have is a column too. */
export function toTable(records: readonly Readonly<Record<string, unknown>>[]): unknown[][] {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))]
  return [names, ...records.map((record) => names.map((name) => record[name]))]
}
