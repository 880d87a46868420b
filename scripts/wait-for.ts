import type { Background } from './run-command.ts'

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Waits until the address answers 200, or says what the server printed instead. */
export async function waitForAddress(address: string, server: Background, seconds = 30): Promise<void> {
  const deadline = Date.now() + seconds * 1000
  let last = 'no answer'
  while (Date.now() < deadline) {
    if (server.child.exitCode !== null || server.child.signalCode !== null) throw new Error(`It stopped at once:\n${server.output()}`)
    try {
      const response = await fetch(address, { signal: AbortSignal.timeout(5_000) })
      if (response.ok) return
      last = `status ${response.status}`
    } catch (error) {
      last = error instanceof Error ? error.message : String(error)
    }
    await pause(100)
  }
  throw new Error(`${address} did not answer within ${seconds} s (${last}):\n${server.output()}`)
}
