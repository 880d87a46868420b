import { createServer, type ViteDevServer } from 'vite'
import { demoAccounts } from '../domain/demo-accounts.ts'
import { applyQuietEnvironment, root, stateDir } from './environment.ts'
import { findPort } from './find-port.ts'
import { UnknownMigrationsError } from './migrations.ts'
import { prepareState } from './prepare-state.ts'
import { checkSettings, readLocalVars } from './read-local-settings.ts'
import type { Background } from './run-command.ts'
import { listRunning, markRunning } from './running.ts'
import { spawnSandbox } from './spawn-sandbox.ts'

applyQuietEnvironment()
process.chdir(root)

const report = (line: string) => console.log(line)

/** What has to be closed again, newest last. */
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

async function choosePort(wanted: number, what: string, taken: number[] = []): Promise<number> {
  const port = await findPort(wanted, taken)
  if (port !== wanted) report(`Port ${wanted} is busy: ${what} uses ${port} instead.`)
  return port
}

/** The state is prepared by one start at a time; a second start beside a running one finds it ready. */
async function prepare(state: string): Promise<void> {
  try {
    await prepareState(state, report)
  } catch (error) {
    if (!(error instanceof UnknownMigrationsError)) throw error
    report(`${error.message} Was it made on another branch? \`npm run reset\` makes a fresh one.`)
    await stop(1)
  }
}

async function start(): Promise<void> {
  const vars = readLocalVars()
  const wanted = checkSettings(vars)
  if ('fault' in wanted) {
    report(`Not started: ${wanted.fault}. Settings stand in wrangler.toml under [vars] and, for this machine only, in .dev.vars.`)
    return stop(1)
  }
  const port = await choosePort(Number(process.env.PORT) || Number(new URL(wanted.settings.productUrl).port) || 5173, 'the product')
  const address = `http://localhost:${port}`
  process.env.PRODUCT_URL = address

  // Without the setting the product speaks to the real services, and no stand-in is needed.
  const sandboxUrl = typeof vars.SANDBOX_URL === 'string' && vars.SANDBOX_URL !== '' ? new URL(vars.SANDBOX_URL) : undefined
  const sandboxPort = sandboxUrl && (await choosePort(Number(sandboxUrl.port) || 5174, 'the sandbox', [port]))
  if (sandboxPort) process.env.SANDBOX_URL = `http://localhost:${sandboxPort}`

  const state = stateDir()
  // Before the demo world, which may need what the sandbox stands for.
  if (sandboxPort) {
    running.sandbox = await spawnSandbox({ port: sandboxPort, state, showErrors: true })
    running.sandbox.child.once('exit', () => {
      if (stopping) return
      report('The sandbox ended, so the product stops too.')
      void stop(1)
    })
  }
  if (listRunning(state).length === 0) await prepare(state)
  running.forget = markRunning(state)

  // One address for everyone: `localhost` alone may mean only [::1].
  running.server = await createServer({
    root,
    server: { host: '127.0.0.1', port, strictPort: true, cors: false },
    clearScreen: false,
    logLevel: 'warn',
  })
  await running.server.listen()
  // Miniflare ends the process in the middle of our own stopping.
  stopOnSignals()

  report(`\n  Gather is at   ${address}`)
  if (sandboxPort) report(`  Its mail is at http://localhost:${sandboxPort}/mailbox`)
  if (demoAccounts.length > 0) report('\n  Demo accounts:')
  for (const { email, password, who } of demoAccounts) report(`    ${email}  ${password}  ${who}`)
  report('\n  Ctrl-C stops everything.\n')
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
