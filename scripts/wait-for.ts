import type { Background } from './run-command.ts'

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Waits until the address answers with success. If it does not, the error contains the output of the server. */
export async function waitForAddress(address: string, server: Background, seconds = 30): Promise<void> {
  const deadline = Date.now() + seconds * 1000
  let last = 'no answer'
  while (Date.now() < deadline) {
    let isUp = false
    try {
      const response = await fetch(address, { signal: AbortSignal.timeout(5_000) })
      isUp = response.ok
      last = `status ${response.status}`
    } catch (error) {
      last = error instanceof Error ? error.message : String(error)
    }
    // We check this after the answer: if two servers start at once, the answer may come from the other one, while ours has ended
    // because its port was taken.
    if (server.child.exitCode !== null || server.child.signalCode !== null)
      throw new Error(`The server stopped at once:\n${server.output()}`)
    if (isUp) return
    await pause(100)
  }
  throw new Error(`${address} did not answer within ${seconds} s (${last}):\n${server.output()}`)
}
