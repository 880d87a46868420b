import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import path from 'node:path'
import { quietEnvironment, root } from './environment.ts'

export type Outcome = {
  code: number
  stdout: string
  /** Both streams, as a person would have seen them. */
  output: string
}

type RunOptions = { env?: Record<string, string | undefined>; cwd?: string; show?: boolean }
type BackgroundOptions = { env?: Record<string, string | undefined>; showErrors?: boolean }

/** A command from node_modules, under the Node of this project whatever the machine has. */
const commandPath = (name: string) => (name === 'node' ? process.execPath : path.join(root, 'node_modules/.bin', name))

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

/** Runs a command to its end. Its output is kept, and shown as it comes when `show` is set. */
export function runCommand(name: string, args: string[], { env, cwd = root, show = false }: RunOptions = {}): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = startCommand(name, args, { cwd, env: env as NodeJS.ProcessEnv, stdio: ['ignore', 'pipe', 'pipe'] })
    const chunks: { from: 'stdout' | 'stderr'; bytes: Buffer }[] = []
    for (const from of ['stdout', 'stderr'] as const) {
      child[from]?.on('data', (bytes: Buffer) => {
        chunks.push({ from, bytes })
        if (show) process[from].write(bytes)
      })
    }
    const join = (kept: typeof chunks) => Buffer.concat(kept.map(({ bytes }) => bytes)).toString()
    child.on('error', reject)
    child.on('close', (code) => {
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
  const family = process.platform !== 'win32'
  const child = startCommand(name, args, {
    env: env as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: family,
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
  const signal = (which: NodeJS.Signals) => {
    if (child.pid === undefined) return
    try {
      if (family) process.kill(-child.pid, which)
      else child.kill(which)
    } catch (error) {
      // Already gone, which is what was asked for.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
  return {
    child,
    output: () => output,
    stop: async () => {
      signal('SIGTERM')
      const patience = setTimeout(() => signal('SIGKILL'), 5_000)
      await ended
      clearTimeout(patience)
      signal('SIGKILL')
    },
  }
}
