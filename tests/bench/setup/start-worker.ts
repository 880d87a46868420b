import { fileURLToPath } from 'node:url'
import { findPort } from '../../../scripts/find-port.ts'
import { startBackground } from '../../../scripts/run-command.ts'
import { waitForAddress } from '../../../scripts/wait-for.ts'
import { atEnd } from './shared.ts'

const workerProcess = fileURLToPath(import.meta.resolve('./worker-process.ts'))

type Served = { url: string; stop: () => Promise<void> }

export const findBenchPort = () => findPort(Number(process.env.BENCH_PORT) || 5390)

/** Serves a Worker by its wrangler configuration, in a process of its own. */
export async function startWorker(configFor: (url: string) => string, state: string): Promise<Served> {
  const port = await findBenchPort()
  const url = `http://localhost:${port}`
  const args = ['--import', './scripts/end-with-parent.ts', workerProcess, configFor(url), state, String(port)]
  // Local capture of every request halves what D1 routes do.
  const server = startBackground('node', args, { env: { X_LOCAL_OBSERVABILITY: 'false', NO_COLOR: '1' } })
  atEnd(server.stop)
  await waitForAddress(`${url}/api/health`, server, 60)
  return { url, stop: server.stop }
}
