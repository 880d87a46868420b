import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const folder = (state: string) => path.join(state, 'running')

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM means that the process is alive, but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Takes a state folder for this process alone: two runtimes would both be the one home of each Durable Object. The operating system
 * gives the lock to one process only, and frees it when that process ends. Returns null if another process has it.
 */
function takeState(state: string): (() => void) | null {
  mkdirSync(folder(state), { recursive: true })
  const lock = new DatabaseSync(path.join(state, 'lock.sqlite'), { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch {
    lock.close()
    return null
  }
  const file = path.join(folder(state), String(process.pid))
  writeFileSync(file, '')
  return () => {
    rmSync(file, { force: true })
    lock.close()
  }
}

const maxStates = 9

export type OwnState = { state: string; release: () => void }

/** Takes this state folder. If another start has it, takes the first free one of its neighbors, such as `state-2`. */
export function takeFreeState(state: string): OwnState {
  for (let number = 1; number <= maxStates; number++) {
    const own = number === 1 ? state : `${state}-${number}`
    const release = takeState(own)
    if (release) return { state: own, release }
  }
  throw new Error(`${maxStates} starts already use ${state} and the folders next to it. Stop one of them first.`)
}

/** Lists the processes that use a state folder now. Removes the files of processes that have ended. */
export function listRunning(state: string): number[] {
  if (!existsSync(folder(state))) return []
  return readdirSync(folder(state)).flatMap((name) => {
    const pid = Number(name)
    if (isAlive(pid)) return [pid]
    rmSync(path.join(folder(state), name), { force: true })
    return []
  })
}
