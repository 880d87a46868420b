import { createServer, type ViteDevServer } from 'vite'
import { demoAccounts } from '../domain/demo-accounts.ts'
import { addObjects } from '../tests/world/objects.ts'
import { applyQuietEnvironment, root, stateDir } from './environment.ts'
import { findPort } from './find-port.ts'
import { UnknownMigrationsError } from './migrations.ts'
import { completeWorld, prepareState } from './prepare-state.ts'
import { checkSettings, readLocalVars } from './read-local-settings.ts'
import type { Background } from './run-command.ts'
import { listRunning, markRunning } from './running.ts'
import { spawnSandbox } from './spawn-sandbox.ts'

applyQuietEnvironment()
process.chdir(root)

const report = (line: string) => console.log(line)

/** Everything that must be closed when the script stops. */
const running: { sandbox?: Background; server?: ViteDevServer; forget?: () => void } = {}
let stopping: Promise<void> | undefined

function stop(code: number): Promise<void> {
  stopping ??= (async () => {
    setTimeout(() => process.exit(code), 5_000).unref()
    await Promise.allSettled([running.server?.close(), running.sandbox?.stop()])
    running.forget?.()
    process.exit(code)
  })()
  return stopping
}

async function choosePort(preferredPort: number, user: string, usedPorts: number[] = []): Promise<number> {
  const port = await findPort(preferredPort, usedPorts)
  if (port !== preferredPort) report(`Port ${preferredPort} is already in use, so ${user} uses port ${port}.`)
  return port
}

/** Prepares the state. Only one start at a time may do this. A second start uses the prepared state of the running one. */
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
  const port = await choosePort(Number(process.env.PORT) || Number(new URL(checked.settings.productUrl).port) || 5173, 'the product')
  const address = `http://localhost:${port}`
  process.env.PRODUCT_URL = address

  // Without this setting, the product uses the real services and needs no sandbox.
  const sandboxUrl = typeof vars.SANDBOX_URL === 'string' && vars.SANDBOX_URL !== '' ? new URL(vars.SANDBOX_URL) : undefined
  const sandboxPort = sandboxUrl && (await choosePort(Number(sandboxUrl.port) || 5174, 'the sandbox', [port]))
  if (sandboxPort) process.env.SANDBOX_URL = `http://localhost:${sandboxPort}`

  const state = stateDir()
  // The sandbox starts first, because building the demo world may need it.
  if (sandboxPort) {
    running.sandbox = await spawnSandbox({ port: sandboxPort, state, showErrors: true })
    running.sandbox.child.once('exit', () => {
      if (stopping) return
      report('The sandbox has stopped, so the product stops too.')
      void stop(1)
    })
  }
  if (listRunning(state).length === 0) await prepare(state)
  running.forget = markRunning(state)

  // We set the host, because `localhost` alone may mean only [::1].
  running.server = await createServer({
    root,
    server: { host: '127.0.0.1', port, strictPort: true, cors: false },
    clearScreen: false,
    logLevel: 'warn',
  })
  await running.server.listen()
  // Miniflare adds signal handlers that end the process before our own have finished, so we replace them.
  stopOnSignals()
  await completeWorld(state, () => addObjects(address))

  report(`\n  Gather:   ${address}`)
  if (sandboxPort) report(`  Mailbox:  http://localhost:${sandboxPort}/mailbox`)
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
