/** Starts something the first time it is asked for; every figure that needs it gets the same one. */
export function once<T>(start: () => Promise<T>): () => Promise<T> {
  let started: Promise<T> | undefined
  return () => {
    started ??= start()
    return started
  }
}

type CleanUp = () => Promise<void> | void

const pending: CleanUp[] = []

/** Has something taken down when the run ends, however it ends. What was started last goes first. */
export const atEnd = (cleanUp: CleanUp) => void pending.push(cleanUp)

export async function cleanUpAll(): Promise<void> {
  for (let next = pending.pop(); next; next = pending.pop()) {
    try {
      await next()
    } catch (error) {
      // The rest must be taken down all the same.
      console.error(error)
    }
  }
}
