import { cpSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { applyQuietEnvironment, cacheDir, root } from '../../../scripts/environment.ts'
import { findPort } from '../../../scripts/find-port.ts'
import { hashFiles } from '../../../scripts/hash-files.ts'
import { prepareState } from '../../../scripts/prepare-state.ts'
import { type Background, startBackground } from '../../../scripts/run-command.ts'
import { spawnSandbox } from '../../../scripts/spawn-sandbox.ts'
import { waitForAddress } from '../../../scripts/wait-for.ts'

const builtConfig = path.join(root, 'dist/gather/wrangler.json')

/** The demo world, built once and copied for each run. Whatever it is made with or of is in its name. */
async function prepareSnapshot(): Promise<string> {
  const worlds = path.join(cacheDir, 'worlds')
  const snapshot = path.join(worlds, hashFiles('migrations', 'tests/world', 'worker', 'domain', 'scripts', 'package-lock.json'))
  if (existsSync(snapshot)) return snapshot
  rmSync(worlds, { recursive: true, force: true })
  const unfinished = path.join(worlds, `unfinished-${process.pid}`)
  mkdirSync(unfinished, { recursive: true })
  await prepareState(unfinished, () => undefined)
  renameSync(unfinished, snapshot)
  return snapshot
}

function startProduct(state: string, port: number, inspectorPort: number, sandboxPort: number): Background {
  const wrangler = path.join(root, 'node_modules/wrangler/bin/wrangler.js')
  const settings = [`PRODUCT_URL:http://localhost:${port}`, `SANDBOX_URL:http://localhost:${sandboxPort}`]
  const args = ['dev', '-c', builtConfig, '--port', String(port), '--inspector-port', String(inspectorPort), '--persist-to', state]
  const vars = settings.flatMap((setting) => ['--var', setting])
  return startBackground(
    'node',
    ['--import', './scripts/end-with-parent.ts', wrangler, ...args, ...vars, '--show-interactive-dev-session=false'],
    {
      env: { X_LOCAL_OBSERVABILITY: 'false', NO_COLOR: '1' },
    },
  )
}

/** Serves the built product with its own fresh copy of the demo world. Answers with what takes it all down again. */
export default async function start(): Promise<() => Promise<void>> {
  applyQuietEnvironment()
  if (!existsSync(builtConfig)) throw new Error('The browser tests need the built product. Run `npm run build` first.')
  mkdirSync(cacheDir, { recursive: true })
  const state = path.join(cacheDir, `browser-state-${process.pid}`)
  const started: Background[] = []
  const stop = async () => {
    await Promise.all(started.map((one) => one.stop()))
    // What the Worker logged, for the test that failed.
    writeFileSync(path.join(cacheDir, 'browser-product.log'), started.map((one) => one.output()).join('\n'))
    rmSync(state, { recursive: true, force: true })
  }
  try {
    cpSync(await prepareSnapshot(), state, { recursive: true })
    const first = Number(process.env.TEST_PORT) || 5273
    const port = await findPort(first)
    const sandboxPort = await findPort(first, [port])
    const inspectorPort = await findPort(first, [port, sandboxPort])
    started.push(await spawnSandbox(sandboxPort))
    const product = startProduct(state, port, inspectorPort, sandboxPort)
    started.push(product)
    await waitForAddress(`http://localhost:${port}/api/health`, product, 60)
    process.env.TEST_PRODUCT_URL = `http://localhost:${port}`
    process.env.TEST_SANDBOX_URL = `http://localhost:${sandboxPort}`
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}
