/** A program that opens tables runs what begins like this, wide letters and spaces before it or not; a quote in front makes it text again. */
const startsFormula = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/

function writeCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const safe = startsFormula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A table as RFC 4180 has it, with the mark by which spreadsheets know that it is UTF-8. */
export const writeCsv = (rows: readonly (readonly unknown[])[]): string =>
  `\uFEFF${rows.map((cells) => `${cells.map(writeCell).join(',')}\r\n`).join('')}`

/** Records as the rows of a table, their names first. A name that only some records have is a column too. */
export function tableOf(records: readonly Readonly<Record<string, unknown>>[]): unknown[][] {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))]
  return [names, ...records.map((record) => names.map((name) => record[name]))]
}
