import { cpSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { applyQuietEnvironment, cacheDir, root } from '../../../scripts/environment.ts'
import { findPort } from '../../../scripts/find-port.ts'
import { checkSettings, readLocalVars } from '../../../scripts/read-local-settings.ts'
import { registerWebhooks } from '../../../scripts/register-webhooks.ts'
import { type Background, startBackground } from '../../../scripts/run-command.ts'
import { spawnSandbox } from '../../../scripts/spawn-sandbox.ts'
import { waitForAddress } from '../../../scripts/wait-for.ts'
import type { StripeSettings } from '../../../worker/platform/settings.ts'

export const builtConfig = path.join(root, 'dist/gather/wrangler.json')

/** The built product with its own demo world, and the sandbox that replaces external services. */
export type Product = { url: string; sandboxUrl: string }

function serve(state: string, port: number, inspectorPort: number, sandboxPort: number): Background {
  const wrangler = path.join(root, 'node_modules/wrangler/bin/wrangler.js')
  const sandbox = `http://localhost:${sandboxPort}`
  const settings = [`PRODUCT_URL:http://localhost:${port}`, `SANDBOX_URL:${sandbox}`, `GEOCODER_URL:${sandbox}/geocoder/search`]
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

function readStripe(): StripeSettings {
  const checked = checkSettings(readLocalVars())
  if ('fault' in checked) throw new Error(checked.fault)
  if (!checked.settings.stripe?.sandboxUrl)
    throw new Error('The browser tests need the Stripe of the sandbox: remove yours from .dev.vars.')
  return checked.settings.stripe
}

/** Serves a product for one worker process of the test runner. Their port ranges are far apart, so that they can start at the same time. */
export async function startProduct(workerIndex: number): Promise<Product & { stop: () => Promise<void> }> {
  applyQuietEnvironment()
  const world = process.env.TEST_WORLD
  if (!world) throw new Error('TEST_WORLD is not set: tests/e2e/setup/prepare-world.ts sets it.')
  const state = path.join(cacheDir, `browser-state-${process.pid}-${workerIndex}`)
  const started: Background[] = []
  const stop = async () => {
    await Promise.all(started.map((background) => background.stop()))
    // Saves the log of the Worker, which helps to understand a failed test.
    writeFileSync(path.join(cacheDir, `browser-product-${workerIndex}.log`), started.map((background) => background.output()).join('\n'))
    rmSync(state, { recursive: true, force: true })
  }
  try {
    cpSync(world, state, { recursive: true })
    const firstPort = (Number(process.env.TEST_PORT) || 5273) + workerIndex * 10
    const port = await findPort(firstPort)
    const sandboxPort = await findPort(firstPort, [port])
    const inspectorPort = await findPort(firstPort, [port, sandboxPort])
    started.push(await spawnSandbox({ port: sandboxPort, state }))
    const product = serve(state, port, inspectorPort, sandboxPort)
    started.push(product)
    const [url, sandboxUrl] = [`http://localhost:${port}`, `http://localhost:${sandboxPort}`]
    await waitForAddress(`${url}/api/health`, product, 60)
    await registerWebhooks(readStripe(), sandboxUrl, url)
    return { url, sandboxUrl, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
