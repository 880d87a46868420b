import { maxNamesAsked } from '../../domain/messages/contract.ts'
import type { Face } from '../../domain/profiles/contract.ts'

const faceRetryMs = 5000

type FaceLoaderSettings = {
  loadFaces: (ids: string[]) => Promise<Face[]>
  /** The people who are on the screen. */
  listIds: () => Iterable<string>
  /** Null for people who are not shown to the viewer. */
  onLoaded: (faces: ReadonlyMap<string, Face | null>) => void
  /** Everybody's face has been asked for. */
  onComplete: () => void
  isStopped: () => boolean
}

/** Asks once in each visit for every face, because a saved one can be old, or belong to somebody who is blocked now. */
export function createFaceLoader({ loadFaces, listIds, onLoaded, onComplete, isStopped }: FaceLoaderSettings) {
  const requested = new Set<string>()

  async function load(): Promise<void> {
    const missing = [...new Set(listIds())].filter((id) => !requested.has(id)).slice(0, maxNamesAsked)
    if (missing.length === 0) return onComplete()
    for (const id of missing) requested.add(id)
    try {
      const found = new Map((await loadFaces(missing)).map((face) => [face.id, face]))
      onLoaded(new Map(missing.map((id) => [id, found.get(id) ?? null])))
    } catch {
      for (const id of missing) requested.delete(id)
      setTimeout(() => {
        if (!isStopped()) void load()
      }, faceRetryMs)
      return
    }
    return load()
  }

  return { load, forget: () => requested.clear() }
}
