import { type Background, startBackground } from './run-command.ts'
import { waitForAddress } from './wait-for.ts'

/** Starts the stand-ins for the world outside and waits until they answer. */
export async function spawnSandbox(port: number, showErrors = false): Promise<Background> {
  const args = ['--import', './scripts/end-with-parent.ts', 'sandbox/server.ts', '--port', String(port)]
  const sandbox = startBackground('node', args, { showErrors })
  try {
    await waitForAddress(`http://localhost:${port}/health`, sandbox)
  } catch (error) {
    await sandbox.stop()
    throw new Error('The sandbox did not start.', { cause: error })
  }
  return sandbox
}
