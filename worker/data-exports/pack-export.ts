import { strToU8, type Zippable, zipSync } from 'fflate'
import { toTable, writeCsv } from '../../domain/csv.ts'
import { type ExportFile, type ExportPart, maxExportedRows } from '../platform/person-data.ts'

export type CollectedPart = ExportPart & { feature: string }

type Export = {
  collected: readonly CollectedPart[]
  files: readonly ExportFile[]
  at: number
  productName: string
}

/** Packs each part as JSON for programs and as CSV for spreadsheets, with a README that explains the files. */
export function packExport({ collected, files: extraFiles, at, productName }: Export): Uint8Array<ArrayBuffer> {
  const files: Zippable = { 'README.txt': strToU8(writeReadme({ collected, files: extraFiles, at, productName })) }
  for (const { feature, name, rows } of collected) {
    files[`${feature}/${name}.json`] = strToU8(`${JSON.stringify(rows, null, 2)}\n`)
    if (rows.length > 0) files[`${feature}/${name}.csv`] = strToU8(writeCsv(toTable(rows)))
  }
  // Pictures are already compressed, so they are stored as they are.
  for (const { name, bytes } of extraFiles) files[name] = [bytes, { level: 0 }]
  return zipSync(files, { mtime: at })
}

function writeReadme({ collected, files, at, productName }: Export): string {
  const lines = collected.map(({ feature, name, rows }) => {
    const count = rows.length === 1 ? '1 entry' : `${rows.length} entries`
    return `${feature}/${name}: ${count}${rows.length >= maxExportedRows ? ' (there is more: please ask us for the rest)' : ''}`
  })
  return [
    `Everything ${productName} knows about you, as of ${new Date(at).toUTCString()}.`,
    '',
    'Each part has two files: .json for programs and .csv for spreadsheets. A part without entries has no .csv file.',
    'Times are in UTC. Other people appear only with their display name, or with what you typed about them.',
    "In a .csv file, a text that a spreadsheet would read as a formula begins with a '.",
    'Your password is not included, because we only store a code that lets us check it.',
    '',
    ...files.map(({ name, what }) => `${name}: ${what}`),
    ...lines,
    '',
  ].join('\r\n')
}
