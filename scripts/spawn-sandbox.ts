import path from 'node:path'
import { findPort } from './find-port.ts'
import { type Background, startBackground } from './run-command.ts'
import { waitForAddress } from './wait-for.ts'

type Options = {
  port: number
  /** The product's state: the stand-ins keep theirs in a folder of it, so that both last and go together. */
  state: string
  showErrors?: boolean
}

/** Starts the stand-ins for the world outside and waits until they answer. */
export async function spawnSandbox({ port, state, showErrors = false }: Options): Promise<Background> {
  const args = [
    '--import',
    './scripts/end-with-parent.ts',
    'sandbox/server.ts',
    '--port',
    String(port),
    '--state',
    path.join(state, 'sandbox'),
  ]
  const sandbox = startBackground('node', args, { showErrors })
  try {
    await waitForAddress(`http://localhost:${port}/health`, sandbox)
  } catch (error) {
    await sandbox.stop()
    throw new Error('The sandbox did not start.', { cause: error })
  }
  return sandbox
}

/** Does something while the sandbox runs: the demo world may need it, also where nothing is started afterwards. */
export async function besideSandbox(state: string, work: () => Promise<void>): Promise<void> {
  const port = await findPort(5174)
  process.env.SANDBOX_URL = `http://localhost:${port}`
  const sandbox = await spawnSandbox({ port, state })
  try {
    await work()
  } finally {
    await sandbox.stop()
  }
}
