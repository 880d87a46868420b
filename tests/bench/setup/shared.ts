/** Calls `start` only the first time. All figures share its result. */
export function once<T>(start: () => Promise<T>): () => Promise<T> {
  let started: Promise<T> | undefined
  return () => {
    started ??= start()
    return started
  }
}

type CleanUp = () => Promise<void> | void

const pending: CleanUp[] = []

/** Registers a cleanup for the end of the run, also if the run fails. The last one registered runs first. */
export const atEnd = (cleanUp: CleanUp) => void pending.push(cleanUp)

export async function cleanUpAll(): Promise<void> {
  for (let next = pending.pop(); next; next = pending.pop()) {
    try {
      await next()
    } catch (error) {
      // The other cleanups must run anyway.
      console.error(error)
    }
  }
}
