import type { Background } from './run-command.ts'

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Waits until the address answers 200, or says what the server printed instead. */
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
    // Asked after the answer: where two start at once, another's server may answer for one that found its port taken.
    if (server.child.exitCode !== null || server.child.signalCode !== null) throw new Error(`It stopped at once:\n${server.output()}`)
    if (isUp) return
    await pause(100)
  }
  throw new Error(`${address} did not answer within ${seconds} s (${last}):\n${server.output()}`)
}
