import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { quietEnvironment, root } from './environment.ts'

export type Outcome = {
  code: number
  stdout: string
  /** The output of both streams, in the order in which it came. */
  output: string
}

type RunOptions = { env?: Record<string, string | undefined>; cwd?: string }
/** `show` receives the output as it comes. `signal` stops the command and all its child processes. */
type WatchOptions = RunOptions & { show?: (text: string) => void; signal?: AbortSignal }
type BackgroundOptions = { env?: Record<string, string | undefined>; showErrors?: boolean }

/**
 * Finds the path of a command: `node` is the Node that runs this script, then come the commands in node_modules, then those of the
 * machine.
 */
function commandPath(name: string): string {
  if (name === 'node') return process.execPath
  const localPath = path.join(root, 'node_modules/.bin', name)
  return existsSync(localPath) ? localPath : name
}

function startCommand(name: string, args: string[], options: SpawnOptions): ChildProcess {
  return spawn(commandPath(name), args, {
    cwd: root,
    ...options,
    env: {
      ...process.env,
      ...quietEnvironment,
      // The commands in .bin start `node`. They must find the project's own version, even if npm does not run this script.
      PATH: [path.join(root, 'node_modules/.bin'), process.env.PATH].join(path.delimiter),
      ...options.env,
    },
    shell: process.platform === 'win32' && name !== 'node',
  })
}

const hasProcessGroups = process.platform !== 'win32'

/** Sends a signal to a command and all its child processes. The command must run in a process group of its own. */
function signalProcessGroup(child: ChildProcess, which: NodeJS.Signals): void {
  if (child.pid === undefined) return
  try {
    if (hasProcessGroups) process.kill(-child.pid, which)
    else child.kill(which)
  } catch (error) {
    // The processes have already ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Runs a command until it ends, and returns its output. `show` receives the output as it comes. */
export function runCommand(name: string, args: string[], { env, cwd = root, show, signal }: WatchOptions = {}): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = startCommand(name, args, {
      cwd,
      env: env as NodeJS.ProcessEnv,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: signal !== undefined && hasProcessGroups,
    })
    const end = () => {
      signalProcessGroup(child, 'SIGTERM')
      setTimeout(() => signalProcessGroup(child, 'SIGKILL'), 5_000).unref()
    }
    signal?.addEventListener('abort', end, { once: true })
    const chunks: { from: 'stdout' | 'stderr'; bytes: Buffer }[] = []
    for (const from of ['stdout', 'stderr'] as const) {
      child[from]?.on('data', (bytes: Buffer) => {
        chunks.push({ from, bytes })
        show?.(bytes.toString())
      })
    }
    const join = (parts: typeof chunks) => Buffer.concat(parts.map(({ bytes }) => bytes)).toString()
    child.on('error', reject)
    child.on('close', (code) => {
      signal?.removeEventListener('abort', end)
      resolve({ code: code ?? 1, stdout: join(chunks.filter(({ from }) => from === 'stdout')), output: join(chunks) })
    })
  })
}

/** Runs a command in this terminal, so that it can ask the user questions. */
export function runHere(name: string, args: string[], { env, cwd = root }: RunOptions = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = startCommand(name, args, { cwd, env: env as NodeJS.ProcessEnv, stdio: 'inherit' })
    child.on('error', reject)
    child.on('close', (code) => resolve(code ?? 1))
  })
}

export type Background = { child: ChildProcess; output: () => string; stop: () => Promise<void> }

/** Starts a command in the background. It is notified when this process ends, and `stop` also ends its child processes. */
export function startBackground(name: string, args: string[], { env, showErrors = false }: BackgroundOptions = {}): Background {
  const child = startCommand(name, args, {
    env: env as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: hasProcessGroups,
  })
  let output = ''
  const addOutput = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-20_000)
  }
  child.stdout?.on('data', addOutput)
  child.stderr?.on('data', addOutput)
  if (showErrors) child.stderr?.pipe(process.stderr, { end: false })
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve())
    child.once('error', (error) => {
      output += String(error)
      resolve()
    })
  })
  return {
    child,
    output: () => output,
    stop: async () => {
      signalProcessGroup(child, 'SIGTERM')
      const killTimer = setTimeout(() => signalProcessGroup(child, 'SIGKILL'), 5_000)
      await ended
      clearTimeout(killTimer)
      signalProcessGroup(child, 'SIGKILL')
    },
  }
}
