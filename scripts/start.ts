import { createServer, type ViteDevServer } from 'vite'
import { demoAccounts } from '../domain/demo-accounts.ts'
import { addObjects } from '../tests/world/objects.ts'
import { applyQuietEnvironment, root, stateDir } from './environment.ts'
import { startOnFreePort } from './find-port.ts'
import { UnknownMigrationsError } from './migrations.ts'
import { completeWorld, prepareState } from './prepare-state.ts'
import { checkSettings, readLocalVars } from './read-local-settings.ts'
import { registerWebhooks } from './register-webhooks.ts'
import type { Background } from './run-command.ts'
import { callLocalCron, startCron } from './run-cron.ts'
import { takeFreeState } from './running.ts'
import { spawnSandbox } from './spawn-sandbox.ts'

applyQuietEnvironment()
process.chdir(root)

const report = (line: string) => console.log(line)

/** Everything that must be closed when the script stops. */
const running: { sandbox?: Background; server?: ViteDevServer; stopCron?: () => Promise<void>; release?: () => void } = {}
let stopping: Promise<void> | undefined

function stop(code: number): Promise<void> {
  stopping ??= (async () => {
    setTimeout(() => process.exit(code), 5_000).unref()
    await running.stopCron?.()
    await Promise.allSettled([running.server?.close(), running.sandbox?.stop()])
    running.release?.()
    process.exit(code)
  })()
  return stopping
}

function reportPort(preferredPort: number, port: number, user: string): void {
  if (port !== preferredPort) report(`Port ${preferredPort} is already in use, so ${user} uses port ${port}.`)
}

async function startSandbox(preferredPort: number, productPort: number, state: string): Promise<number> {
  return startOnFreePort(preferredPort, [productPort], async (port) => {
    running.sandbox = await spawnSandbox({ port, state, showErrors: true })
    running.sandbox.child.once('exit', () => {
      if (stopping) return
      report('The sandbox has stopped, so the product stops too.')
      void stop(1)
    })
    reportPort(preferredPort, port, 'the sandbox')
    return port
  })
}

async function startProduct(preferredPort: number): Promise<string> {
  return startOnFreePort(preferredPort, [], async (port) => {
    process.env.PRODUCT_URL = `http://localhost:${port}`
    // We set the host, because `localhost` alone may mean only [::1].
    running.server = await createServer({
      root,
      server: { host: '127.0.0.1', port, strictPort: true, cors: false },
      clearScreen: false,
      logLevel: 'warn',
    })
    try {
      await running.server.listen()
    } catch (error) {
      await running.server.close()
      throw error
    }
    reportPort(preferredPort, port, 'the product')
    return process.env.PRODUCT_URL
  })
}

/** Takes a state folder that no other start uses now, not even one of the same moment. */
function takeState(): string {
  const { state, release } = takeFreeState(stateDir())
  running.release = release
  if (state !== stateDir()) report(`Another start uses the data in ${stateDir()}, so this one uses ${state}.`)
  // The configuration of Vite reads it.
  process.env.STATE_DIR = state
  return state
}

async function prepare(state: string): Promise<void> {
  try {
    await prepareState(state, report)
  } catch (error) {
    if (!(error instanceof UnknownMigrationsError)) throw error
    report(`${error.message} Was it created on another branch? Run \`npm run reset\` to create a new one.`)
    await stop(1)
  }
}

async function start(): Promise<void> {
  const vars = readLocalVars()
  const checked = checkSettings(vars)
  if ('fault' in checked) {
    report(
      `Not started: ${checked.fault}. Settings are in wrangler.toml under [vars]. Your own settings for this computer go into .dev.vars.`,
    )
    return stop(1)
  }
  const productPort = Number(process.env.PORT) || Number(new URL(checked.settings.productUrl).port) || 5173

  // Without this setting, the product uses the real services and needs no sandbox.
  const sandboxUrl = typeof vars.SANDBOX_URL === 'string' && vars.SANDBOX_URL !== '' ? new URL(vars.SANDBOX_URL) : undefined
  const state = takeState()
  // The sandbox starts first, because building the demo world may need it.
  const sandboxPort = sandboxUrl && (await startSandbox(Number(sandboxUrl.port) || 5174, productPort, state))
  const sandbox = sandboxPort && `http://localhost:${sandboxPort}`
  if (sandbox) process.env.SANDBOX_URL = sandbox
  // With a geocoder of your own, the product asks that one.
  if (sandbox && !vars.GEOCODER_URL) process.env.GEOCODER_URL = `${sandbox}/geocoder/search`
  await prepare(state)

  const address = await startProduct(productPort)
  // Miniflare adds signal handlers that end the process before our own have finished, so we replace them.
  stopOnSignals()
  // With keys of its own, the product uses the real Stripe, which is told by hand.
  const { stripe } = checked.settings
  if (sandbox && stripe?.sandboxUrl) await registerWebhooks(stripe, sandbox, address)
  await completeWorld(state, () => addObjects(address))
  running.stopCron = startCron(callLocalCron(address), report)

  report(`\n  Gather:   ${address}`)
  if (sandbox) report(`  Mailbox:  ${sandbox}/mailbox\n  Stripe:   ${sandbox}/stripe`)
  if (demoAccounts.length > 0) report('\n  Demo accounts:')
  for (const { email, password, who } of demoAccounts) report(`    ${email}  ${password}  ${who}`)
  report('\n  Press Ctrl-C to stop everything.\n')
}

function stopOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.removeAllListeners(signal).on(signal, () => void stop(0))
}

stopOnSignals()

try {
  await start()
} catch (error) {
  console.error(error)
  await stop(1)
}
