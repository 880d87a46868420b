import { fileURLToPath } from 'node:url'
import { findPort } from '../../../scripts/find-port.ts'
import { startBackground } from '../../../scripts/run-command.ts'
import { waitForAddress } from '../../../scripts/wait-for.ts'
import { atEnd } from './shared.ts'

const workerProcess = fileURLToPath(import.meta.resolve('./worker-process.ts'))

type RunningWorker = { url: string; stop: () => Promise<void> }

export const findBenchPort = () => findPort(Number(process.env.BENCH_PORT) || 5390)

/** Serves a Worker with a wrangler configuration, in its own process. */
export async function startWorker(writeConfig: (url: string) => string, state: string): Promise<RunningWorker> {
  const port = await findBenchPort()
  const url = `http://localhost:${port}`
  const args = ['--import', './scripts/end-with-parent.ts', workerProcess, writeConfig(url), state, String(port)]
  // Capturing every request locally halves the speed of routes that use D1.
  const server = startBackground('node', args, { env: { X_LOCAL_OBSERVABILITY: 'false', NO_COLOR: '1' } })
  atEnd(server.stop)
  await waitForAddress(`${url}/api/health`, server, 60)
  return { url, stop: server.stop }
}
