import { expect } from 'vitest'
import { requestsTo } from './answers.ts'

/** A map still moves after its last button was pressed, and asks for what it then shows. Returns what it asked for last. */
export async function waitForMap(request: string): Promise<Record<string, string>> {
  let before = 0
  const hasSettled = () => {
    const count = requestsTo(request).length
    const isSame = count === before
    before = count
    return isSame
  }
  await expect.poll(hasSettled, { interval: 1000 }).toBe(true)
  return requestsTo(request).at(-1)?.query ?? {}
}
