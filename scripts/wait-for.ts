import type { Background } from './run-command.ts'

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

function requireRunning({ child, output }: Background): void {
  if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The server stopped at once:\n${output()}`)
}

/**
 * Waits until the server itself has written this text. An answer at its address would not be enough: if two servers start on one port
 * at once, the answer may come from the other one, while ours is about to end because its port was taken.
 */
export async function waitForOutput(text: string, server: Background, seconds = 30): Promise<void> {
  const deadline = Date.now() + seconds * 1000
  while (!server.output().includes(text)) {
    requireRunning(server)
    if (Date.now() >= deadline) throw new Error(`The server did not start within ${seconds} s:\n${server.output()}`)
    await pause(20)
  }
}

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
    // We check this after the answer, because the answer may come from another server while ours has ended.
    requireRunning(server)
    if (isUp) return
    await pause(100)
  }
  throw new Error(`${address} did not answer within ${seconds} s (${last}):\n${server.output()}`)
}
