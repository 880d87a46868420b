import path from 'node:path'
import { findPort } from './find-port.ts'
import { type Background, startBackground } from './run-command.ts'
import { waitForOutput } from './wait-for.ts'

type Options = {
  port: number
  /** The state folder of the product. The sandbox stores its state inside, so that both are deleted together. */
  state: string
  showErrors?: boolean
}

/** Starts the sandbox with its stand-ins for outside services, and waits until it answers. */
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
    await waitForOutput('Sandbox at ', sandbox)
  } catch (error) {
    await sandbox.stop()
    throw new Error('The sandbox did not start.', { cause: error })
  }
  return sandbox
}

/** Starts the sandbox, does the work, and stops the sandbox. Building the demo world may need the sandbox. */
export async function withSandbox(state: string, work: () => Promise<void>): Promise<void> {
  const port = await findPort(5174)
  process.env.SANDBOX_URL = `http://localhost:${port}`
  const sandbox = await spawnSandbox({ port, state })
  try {
    await work()
  } finally {
    await sandbox.stop()
  }
}
