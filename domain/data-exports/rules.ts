import { AppError } from '../errors.ts'
import { day, hour } from '../time/spans.ts'

export const exportsADay = 3
export const exportDay = day

/** One that has not come to an end by then never will. */
export const exportGivenUpAfter = hour

/** Why a person may not ask for another one now. */
export function judgeExport({ running, lately }: { running: boolean; lately: number }): AppError | null {
  if (running) return new AppError('ExportRunning')
  return lately >= exportsADay ? new AppError('ExportsUsedUp', { values: { max: exportsADay } }) : null
}

/** A program that opens tables takes such a beginning for a formula and runs it; some read the wide forms of Japanese keyboards alike. */
const startsFormula = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/

function writeCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const safe = startsFormula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** As RFC 4180 has it, with the mark by which spreadsheets know that it is UTF-8. */
export function writeCsv(rows: readonly Readonly<Record<string, unknown>>[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return `\uFEFF${[names, ...rows.map((row) => names.map((name) => row[name]))].map((cells) => `${cells.map(writeCell).join(',')}\r\n`).join('')}`
}
