import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { writeCsv } from '../../domain/csv.ts'
import { type ExportColumn, listExportColumns, writeSubmission } from '../../domain/forms/export-columns.ts'
import { maxExportedBytes, maxExportedFiles } from '../../domain/forms/limits.ts'
import type { Database } from '../platform/database.ts'
import type { openUpload } from '../platform/upload.ts'
import type { ListFiles, StoredFile } from './files.ts'
import { type findExport, readExported } from './select-exported.ts'

type FoundExport = NonNullable<Awaited<ReturnType<typeof findExport>>>
type Packing = { db: Database; now: number; upload: ReturnType<typeof openUpload>; files: R2Bucket; listFiles: ListFiles }

const encoder = new TextEncoder()

/** Writes the table, and for a ZIP the files that were sent with it. Returns how many submissions there are. */
export const packSubmissions = (found: FoundExport, packing: Packing): Promise<number> =>
  found.format === 'csv' ? writeTable(found, packing.db, (bytes) => packing.upload.write(bytes)) : packZip(found, packing)

/** Reads page by page, and writes each page at once. */
async function writeTable(
  { formId, fields, privateFields, part, hasPrice, settings, rowsAtOnce }: FoundExport,
  db: Database,
  writePage: (bytes: Uint8Array, submissions: readonly { id: string; version: number }[]) => Promise<void>,
): Promise<number> {
  let columns: ExportColumn[] | null = null
  let cursor: string | undefined
  let count = 0
  do {
    const { timeZone } = settings
    const { submissions, next, mostRows } = await readExported(db, { formId, part, timeZone, cursor, rowsAtOnce, fields, privateFields })
    const isFirst: boolean = columns === null
    columns ??= listExportColumns({ fields, part, mostRows, hasPrice, timeZone: settings.timeZone })
    const shown = columns
    const rows = submissions.flatMap((submission) => writeSubmission(shown, submission, part.rowsOf))
    const text = writeCsv(isFirst ? [shown.map(({ head }) => head), ...rows] : rows)
    // Only the first part has the mark at its start.
    await writePage(encoder.encode(isFirst ? text : text.slice(1)), submissions)
    count += submissions.length
    cursor = next ?? undefined
  } while (cursor !== undefined)
  return count
}

async function packZip(found: FoundExport, { db, now, upload, files, listFiles }: Packing): Promise<number> {
  const { formId, title, privateFields } = found
  const ready: Uint8Array[] = []
  let failure: Error | null = null
  const zip = new Zip((error, bytes) => {
    if (error) failure = error
    else ready.push(bytes)
  })
  const send = async () => {
    if (failure) throw failure
    for (const bytes of ready.splice(0)) await upload.write(bytes)
  }
  const add = async (name: string, bytes: Uint8Array, Kind: typeof ZipDeflate | typeof ZipPassThrough) => {
    const entry = new Kind(name)
    entry.mtime = now
    zip.add(entry)
    entry.push(bytes, true)
    await send()
  }
  const table = new ZipDeflate('submissions.csv')
  table.mtime = now
  zip.add(table)
  const chosen = new FileChoice()
  const count = await writeTable(found, db, async (bytes, submissions) => {
    table.push(bytes)
    await send()
    const versions = new Map(submissions.map(({ id, version }) => [id, version]))
    for (const file of await listFiles(db, formId, [...versions.keys()]))
      if (!privateFields.get(versions.get(file.submissionId) ?? 0)?.includes(file.field)) chosen.add(file)
  })
  table.push(new Uint8Array(0), true)
  for (const { path, key } of chosen.files) {
    const file = await files.get(key)
    if (file) await add(path, new Uint8Array(await file.arrayBuffer()), ZipPassThrough)
    else chosen.missing.push(path)
  }
  await add('README.txt', strToU8(writeReadme(title, count, chosen, now)), ZipDeflate)
  zip.end()
  await send()
  return count
}

/** The uploaded files that a ZIP has: each in the folder of its submission, and not more than it can hold. */
class FileChoice {
  readonly files: { path: string; key: string }[] = []
  readonly leftOut: string[] = []
  readonly missing: string[] = []
  #bytes = 0
  readonly #taken = new Set<string>()

  add({ id, submissionId, name, key, size }: StoredFile): void {
    const wanted = `files/${submissionId}/${name.replace(/[/\\\p{Cc}]/gu, '_').replace(/^\.+/, '_')}`
    const path = this.#taken.has(wanted) ? `files/${submissionId}/${id} ${name.replace(/[/\\\p{Cc}]/gu, '_')}` : wanted
    this.#taken.add(path)
    if (this.files.length >= maxExportedFiles || this.#bytes + size > maxExportedBytes) {
      this.leftOut.push(path)
      return
    }
    this.#bytes += size
    this.files.push({ path, key })
  }
}

function writeReadme(title: string, count: number, { files, leftOut, missing }: FileChoice, now: number): string {
  const megabytes = maxExportedBytes / 1024 / 1024
  return [
    `${title}, as of ${new Date(now).toUTCString()}.`,
    '',
    `submissions.csv: ${count === 1 ? '1 submission' : `${count} submissions`}. Its last column is the id of the submission.`,
    `files: ${files.length - missing.length} uploaded files, in a folder for each submission with this id.`,
    "In submissions.csv, a text that a spreadsheet would read as a formula begins with a '.",
    ...(leftOut.length > 0
      ? [
          '',
          `A ZIP has up to ${maxExportedFiles} files and ${megabytes} MB. These were left out. Filter the list, and make another one:`,
          ...leftOut,
        ]
      : []),
    ...(missing.length > 0 ? ['', 'These were deleted meanwhile:', ...missing] : []),
    '',
  ].join('\r\n')
}
