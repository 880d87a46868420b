import type { FileTable } from '../../../domain/roster/import-rules.ts'

/** A file that was read. `bytes` is its unchanged content. */
export type LoadedFile = { name: string; bytes: Uint8Array; table: FileTable }

/** Reads a CSV file in a worker, so that a large file does not freeze the page. */
export function readFileTable(bytes: ArrayBuffer): Promise<FileTable> {
  const worker = new Worker(new URL('./csv-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<FileTable>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<FileTable>) => resolve(data)
    worker.onerror = (event) => reject(new Error(event.message))
    worker.postMessage(bytes, [bytes])
  }).finally(() => worker.terminate())
}

/** The id of an import: the same file with the same columns has the same id, so an import that stopped goes on where it was. */
export async function makeImportId(bytes: Uint8Array, columns: readonly string[]): Promise<string> {
  const tail = new TextEncoder().encode(JSON.stringify(columns))
  const all = new Uint8Array(bytes.length + tail.length)
  all.set(bytes)
  all.set(tail, bytes.length)
  const digest = await crypto.subtle.digest('SHA-256', all)
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
