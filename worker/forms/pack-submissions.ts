import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { writeCsv } from '../../domain/csv.ts'
import { type ExportColumn, listExportColumns, writeSubmission } from '../../domain/forms/export-columns.ts'
import type { StoredPart } from '../../domain/forms/export-contract.ts'
import { maxExportedBytes, maxExportedFiles, maxExportParts } from '../../domain/forms/limits.ts'
import type { Database } from '../platform/database.ts'
import type { openUpload } from '../platform/upload.ts'
import type { ListFiles, StoredFile } from './files.ts'
import { type findExport, readExported, readVersions } from './select-exported.ts'

type FoundExport = NonNullable<Awaited<ReturnType<typeof findExport>>>
type Packing = { db: Database; now: number; upload: ReturnType<typeof openUpload>; files: R2Bucket; listFiles: ListFiles }

const encoder = new TextEncoder()

/** The files that a ZIP has no room for, for each of the parts that follow. */
export type LaterParts = NonNullable<StoredPart['only']>[]
type Packed = { count: number; later: LaterParts }

/** Writes the table, and for a ZIP the files that were sent with it. Returns how many submissions there are, and what is left for more parts. */
export async function packSubmissions(found: FoundExport, packing: Packing): Promise<Packed> {
  const { db, upload } = packing
  if (found.format === 'csv') return { count: await writeTable(found, db, (bytes) => upload.write(bytes)), later: [] }
  return packZip(found, packing)
}

/** Reads page by page, and writes each page at once. */
async function writeTable(
  { formId, fields, privateFields, part, hasPrice, settings, rowsAtOnce }: FoundExport,
  db: Database,
  writePage: (bytes: Uint8Array, submissions: readonly { id: string; version: number }[]) => Promise<void>,
): Promise<number> {
  let columns: ExportColumn[] | null = null
  let cursor: string | undefined
  let count = 0
  const { timeZone } = settings
  do {
    const { submissions, next, mostRows } = await readExported(db, { formId, part, timeZone, cursor, rowsAtOnce, fields, privateFields })
    const isFirst: boolean = columns === null
    columns ??= listExportColumns({ fields, part, mostRows, hasPrice, timeZone })
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

async function packZip(found: FoundExport, { db, now, upload, files, listFiles }: Packing): Promise<Packed> {
  const { formId, title, privateFields, part } = found
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
  /** The files of these submissions. The requester may not see all of them. */
  const listStored = async (versions: ReadonlyMap<string, number>) =>
    (await listFiles(db, formId, [...versions.keys()])).map((file) => ({
      ...file,
      isHidden: privateFields.get(versions.get(file.submissionId) ?? 0)?.includes(file.field) ?? false,
    }))
  /** The table, which only the first part has, and the files for all parts. */
  const startZip = async (): Promise<{ count: number; plan: FilePlan }> => {
    const plan = new FilePlan()
    const table = new ZipDeflate('submissions.csv')
    table.mtime = now
    zip.add(table)
    const count = await writeTable(found, db, async (bytes, submissions) => {
      table.push(bytes)
      await send()
      const versions = new Map(submissions.map(({ id, version }) => [id, version]))
      for (const file of await listStored(versions)) if (!file.isHidden) plan.add(file)
    })
    table.push(new Uint8Array(0), true)
    return { count, plan }
  }
  const { only } = part
  const { count, plan } = only
    ? { count: only.submissions.length, plan: planPart(only, await listStored(await readVersions(db, formId, only.submissions))) }
    : await startZip()
  const [own = [], ...later] = plan.parts
  for (const { path, key } of own) {
    const file = await files.get(key)
    if (file) await add(path, new Uint8Array(await file.arrayBuffer()), ZipPassThrough)
    else plan.missing.push(path)
  }
  const inParts = part.inParts ?? (later.length > 0 ? { number: 1, of: later.length + 1 } : null)
  await add('README.txt', strToU8(writeReadme({ title, count, plan, inParts, now })), ZipDeflate)
  zip.end()
  await send()
  return {
    count,
    later: later.map((planned) => ({
      submissions: [...new Set(planned.map(({ submissionId }) => submissionId))],
      files: planned.map(({ id }) => id),
    })),
  }
}

type Planned = { id: string; submissionId: string; path: string; key: string }

/** Which uploaded files a ZIP has, and which the parts after it: each in the folder of its submission. */
class FilePlan {
  readonly parts: Planned[][] = []
  readonly leftOut: string[] = []
  readonly missing: string[] = []
  #bytes = 0
  readonly #taken = new Set<string>()

  /** No two files of a submission have one path, in all parts together. */
  pathOf({ id, submissionId, name }: StoredFile): string {
    const wanted = `files/${submissionId}/${name.replace(/[/\\\p{Cc}]/gu, '_').replace(/^\.+/, '_')}`
    const path = this.#taken.has(wanted) ? `files/${submissionId}/${id} ${name.replace(/[/\\\p{Cc}]/gu, '_')}` : wanted
    this.#taken.add(path)
    return path
  }

  add(file: StoredFile): void {
    const path = this.pathOf(file)
    const current = this.parts.at(-1)
    const hasRoom = current !== undefined && current.length < maxExportedFiles && this.#bytes + file.size <= maxExportedBytes
    if (!hasRoom && this.parts.length >= maxExportParts) {
      this.leftOut.push(path)
      return
    }
    this.#bytes = hasRoom ? this.#bytes + file.size : file.size
    const planned = { id: file.id, submissionId: file.submissionId, path, key: file.key }
    if (hasRoom) current.push(planned)
    else this.parts.push([planned])
  }
}

/** The files of one part, as the first one has planned it. What is hidden by now is left out, and is not called deleted. */
function planPart(only: LaterParts[number], stored: readonly (StoredFile & { isHidden: boolean })[]): FilePlan {
  const plan = new FilePlan()
  const visible = stored.filter(({ isHidden }) => !isHidden)
  const named = visible.map((file) => ({ ...file, path: plan.pathOf(file) }))
  plan.parts.push(named.filter(({ id }) => only.files.includes(id)))
  plan.missing.push(...only.files.filter((id) => !stored.some((file) => file.id === id)))
  return plan
}

type Readme = { title: string; count: number; plan: FilePlan; inParts: StoredPart['inParts']; now: number }

function writeReadme({ title, count, plan: { parts, leftOut, missing }, inParts, now }: Readme): string {
  const isFirst = !inParts || inParts.number === 1
  const submissions = count === 1 ? '1 submission' : `${count} submissions`
  const fileCount = (parts[0] ?? []).length - missing.filter((path) => path.startsWith('files/')).length
  return [
    `${title}, as of ${new Date(now).toUTCString()}.`,
    ...(inParts
      ? [`This is part ${inParts.number} of ${inParts.of}. The other parts are in the list of files, each as a ZIP of its own.`]
      : []),
    '',
    ...(isFirst
      ? [
          `submissions.csv: ${submissions}. Its last column is the id of the submission.`,
          "In submissions.csv, a text that a spreadsheet would read as a formula begins with a '.",
        ]
      : ['submissions.csv is in part 1.']),
    `files: ${fileCount} uploaded files${isFirst ? '' : ` of ${submissions}`}, in a folder for each submission with its id.`,
    ...(leftOut.length > 0
      ? [
          '',
          `One request has up to ${maxExportParts} parts. These files are in none of them. Filter the list, such as by the days of sending, and make another file:`,
          ...leftOut,
        ]
      : []),
    ...(missing.length > 0 ? ['', 'These were deleted meanwhile:', ...missing] : []),
    '',
  ].join('\r\n')
}
