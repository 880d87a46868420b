import { ApiError } from '../api.ts'

/** The server wants the user to prove again who they are. */
export const isConfirmationMissing = (error: unknown): boolean => error instanceof ApiError && error.code === 'FreshSignInRequired'

let question: { promise: Promise<boolean>; answer: (isConfirmed: boolean) => void } | null = null
const listeners = new Set<() => void>()

function setQuestion(next: typeof question): void {
  question = next
  for (const listener of listeners) listener()
}

/** Opens the dialog that asks the user to confirm that it is them. The promise is false if they close it. */
function askToConfirm(): Promise<boolean> {
  if (question) return question.promise
  const { promise, resolve } = Promise.withResolvers<boolean>()
  setQuestion({ promise, answer: resolve })
  return promise
}

/**
 * For sensitive requests. If the server wants the user to confirm first that it is them, they do so in a dialog, and the request is
 * sent again. What they have typed stays where it is.
 */
export async function sendConfirmed<Result>(send: () => Promise<Result>): Promise<Result> {
  try {
    return await send()
  } catch (error) {
    if (!isConfirmationMissing(error) || !(await askToConfirm())) throw error
  }
  return send()
}

export const isAskedToConfirm = (): boolean => question !== null

export function answerConfirmation(isConfirmed: boolean): void {
  question?.answer(isConfirmed)
  setQuestion(null)
}

export function subscribeConfirmation(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
