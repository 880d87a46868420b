import { createStore, delMany, get, keys, set, update } from 'idb-keyval'
import { withStorage } from '../../storage.ts'
import { filesOwnerKey } from '../outbox-keys.ts'

/** The content of a file, and its id once the server has it. */
type LocalFile = { blob: Blob; uploadedId: string | null }

const store = createStore('gather-unsent-files', 'files')

/** What the browser could not store is lost when the page is closed. */
const unstored = new Map<string, LocalFile>()

const entryOf = (viewerId: string, key: string) => `${viewerId}:${key}`

export async function saveLocalFile(viewerId: string, key: string, blob: Blob): Promise<void> {
  const entry = entryOf(viewerId, key)
  withStorage((storage) => storage.setItem(filesOwnerKey, viewerId))
  try {
    await set(entry, { blob, uploadedId: null } satisfies LocalFile, store)
  } catch {
    unstored.set(entry, { blob, uploadedId: null })
  }
}

export const readLocalFile = async (viewerId: string, key: string): Promise<LocalFile | null> =>
  unstored.get(entryOf(viewerId, key)) ?? (await get<LocalFile>(entryOf(viewerId, key), store).catch(() => undefined)) ?? null

/** With null, the file has to be uploaded again. */
export async function setUploadedId(viewerId: string, key: string, uploadedId: string | null): Promise<void> {
  const entry = entryOf(viewerId, key)
  const kept = unstored.get(entry)
  if (kept) unstored.set(entry, { ...kept, uploadedId })
  else await update<LocalFile | undefined>(entry, (file) => file && { ...file, uploadedId }, store).catch(() => undefined)
}

export async function dropLocalFiles(viewerId: string, fileKeys: readonly string[]): Promise<void> {
  const entries = fileKeys.map((key) => entryOf(viewerId, key))
  for (const entry of entries) unstored.delete(entry)
  await delMany(entries, store).catch(() => undefined)
}

/** Nobody else may see what another person attached on this device. */
export async function dropFilesOfOthers(viewerId: string): Promise<void> {
  const others = (await keys<string>(store)).filter((entry) => !entry.startsWith(`${viewerId}:`))
  await delMany(others, store)
  withStorage((storage) => storage.removeItem(filesOwnerKey))
}
