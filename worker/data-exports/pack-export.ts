import { strToU8, type Zippable, zipSync } from 'fflate'
import { tableOf, writeCsv } from '../../domain/csv.ts'
import { type ExportFile, type ExportPart, maxExportedRows } from '../platform/person-data.ts'

export type CollectedPart = ExportPart & { feature: string }

type Export = {
  collected: readonly CollectedPart[]
  files: readonly ExportFile[]
  at: number
  productName: string
}

/** One file a program can read and one a person can open for each thing we know, and a page that says what is what. */
export function packExport({ collected, files: given, at, productName }: Export): Uint8Array<ArrayBuffer> {
  const files: Zippable = { 'README.txt': strToU8(writeReadme({ collected, files: given, at, productName })) }
  for (const { feature, name, rows } of collected) {
    files[`${feature}/${name}.json`] = strToU8(`${JSON.stringify(rows, null, 2)}\n`)
    if (rows.length > 0) files[`${feature}/${name}.csv`] = strToU8(writeCsv(tableOf(rows)))
  }
  // Pictures are packed already.
  for (const { name, bytes } of given) files[name] = [bytes, { level: 0 }]
  return zipSync(files, { mtime: at })
}

function writeReadme({ collected, files, at, productName }: Export): string {
  const lines = collected.map(({ feature, name, rows }) => {
    const count = rows.length === 1 ? '1 entry' : `${rows.length} entries`
    return `${feature}/${name}: ${count}${rows.length >= maxExportedRows ? ' (cut here: ask us for the rest)' : ''}`
  })
  return [
    `Everything ${productName} knows about you, as of ${new Date(at).toUTCString()}.`,
    '',
    'Each part comes twice: .json for programs, .csv for a spreadsheet. A part without entries has no .csv.',
    'Times are UTC. Of other people only the name they show is in here, and what you typed yourself.',
    "In a .csv, a text that a spreadsheet would take for a formula has a ' in front.",
    'Your password is not in here: we only keep what lets us recognize it.',
    '',
    ...files.map(({ name, what }) => `${name}: ${what}`),
    ...lines,
    '',
  ].join('\r\n')
}
