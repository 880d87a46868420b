import { AppError } from '../../../domain/errors.ts'
import { isFinalRefusal } from '../is-final-refusal.ts'
import { readLocalFile, setUploadedId } from './local-files.ts'
import { postFile } from './post-file.ts'
import type { UnsentFile } from './unsent-file.ts'

/** How far an upload is. `refusal`: the server does not take this file. */
export type UploadState = { share: number; isDone: boolean; refusal: string | null; hasFailed: boolean }

type Uploading = { viewerId: string; conversationId: string }

const listeners = new Set<() => void>()
let states: ReadonlyMap<string, UploadState> = new Map()
const underway = new Map<string, Promise<string>>()

function setState(key: string, change: Partial<UploadState>): void {
  const before = states.get(key) ?? { share: 0, isDone: false, refusal: null, hasFailed: false }
  states = new Map(states).set(key, { ...before, ...change })
  for (const listener of listeners) listener()
}

export const getUploads = () => states
export function subscribeToUploads(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Uploads a file unless the server has it, and returns its id. A second call joins the first one. */
export function uploadFile(file: UnsentFile, uploading: Uploading): Promise<string> {
  const { key } = file
  const running = underway.get(key)
  if (running) return running
  const upload = startUpload(file, uploading).finally(() => underway.delete(key))
  underway.set(key, upload)
  return upload
}

async function startUpload({ key, name }: UnsentFile, { viewerId, conversationId }: Uploading): Promise<string> {
  try {
    const local = await readLocalFile(viewerId, key)
    // The browser has deleted what it kept for us.
    if (!local) throw new AppError('FileUnreadable')
    if (local.uploadedId === null) {
      setState(key, { share: 0, hasFailed: false, refusal: null })
      const { id } = await postFile({ conversationId, key, name, blob: local.blob, onProgress: (share) => setState(key, { share }) })
      await setUploadedId(viewerId, key, id)
      local.uploadedId = id
    }
    setState(key, { share: 1, isDone: true, hasFailed: false })
    return local.uploadedId
  } catch (error) {
    setState(key, { hasFailed: true, refusal: isFinalRefusal(error) ? error.userMessage : null })
    throw error
  }
}
