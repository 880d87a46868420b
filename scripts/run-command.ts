import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { quietEnvironment, root } from './environment.ts'

export type Outcome = {
  code: number
  stdout: string
  /** Both streams, as a person would have seen them. */
  output: string
}

type RunOptions = { env?: Record<string, string | undefined>; cwd?: string }
/** `show` gets the output as it comes. `signal` ends the command and everything that it started. */
type WatchOptions = RunOptions & { show?: (text: string) => void; signal?: AbortSignal }
type BackgroundOptions = { env?: Record<string, string | undefined>; showErrors?: boolean }

/** A command from node_modules, under the Node of this project whatever the machine has; else one of the machine's own. */
function commandPath(name: string): string {
  if (name === 'node') return process.execPath
  const own = path.join(root, 'node_modules/.bin', name)
  return existsSync(own) ? own : name
}

function startCommand(name: string, args: string[], options: SpawnOptions): ChildProcess {
  return spawn(commandPath(name), args, {
    cwd: root,
    ...options,
    env: {
      ...process.env,
      ...quietEnvironment,
      // The commands in .bin ask for `node`: it must be this one, also outside npm.
      PATH: [path.join(root, 'node_modules/.bin'), process.env.PATH].join(path.delimiter),
      ...options.env,
    },
    shell: process.platform === 'win32' && name !== 'node',
  })
}

const isFamily = process.platform !== 'win32'

/** Signals a command that was started with a family of its own, and everything that it started. */
function signalFamily(child: ChildProcess, which: NodeJS.Signals): void {
  if (child.pid === undefined) return
  try {
    if (isFamily) process.kill(-child.pid, which)
    else child.kill(which)
  } catch (error) {
    // Already gone, which is what was asked for.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Runs a command to its end. Its output is kept, and shown as it comes to `show`. */
export function runCommand(name: string, args: string[], { env, cwd = root, show, signal }: WatchOptions = {}): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = startCommand(name, args, {
      cwd,
      env: env as NodeJS.ProcessEnv,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: signal !== undefined && isFamily,
    })
    const end = () => {
      signalFamily(child, 'SIGTERM')
      setTimeout(() => signalFamily(child, 'SIGKILL'), 5_000).unref()
    }
    signal?.addEventListener('abort', end, { once: true })
    const chunks: { from: 'stdout' | 'stderr'; bytes: Buffer }[] = []
    for (const from of ['stdout', 'stderr'] as const) {
      child[from]?.on('data', (bytes: Buffer) => {
        chunks.push({ from, bytes })
        show?.(bytes.toString())
      })
    }
    const join = (kept: typeof chunks) => Buffer.concat(kept.map(({ bytes }) => bytes)).toString()
    child.on('error', reject)
    child.on('close', (code) => {
      signal?.removeEventListener('abort', end)
      resolve({ code: code ?? 1, stdout: join(chunks.filter(({ from }) => from === 'stdout')), output: join(chunks) })
    })
  })
}

/** Runs a command in this terminal, so that it may ask questions. */
export function runHere(name: string, args: string[], { env, cwd = root }: RunOptions = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = startCommand(name, args, { cwd, env: env as NodeJS.ProcessEnv, stdio: 'inherit' })
    child.on('error', reject)
    child.on('close', (code) => resolve(code ?? 1))
  })
}

export type Background = { child: ChildProcess; output: () => string; stop: () => Promise<void> }

/** Starts something that runs beside us. It is told when we die, and `stop` takes its whole family along. */
export function startBackground(name: string, args: string[], { env, showErrors = false }: BackgroundOptions = {}): Background {
  const child = startCommand(name, args, {
    env: env as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: isFamily,
  })
  let output = ''
  const keep = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-20_000)
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
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
      signalFamily(child, 'SIGTERM')
      const patience = setTimeout(() => signalFamily(child, 'SIGKILL'), 5_000)
      await ended
      clearTimeout(patience)
      signalFamily(child, 'SIGKILL')
    },
  }
}
