import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

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

/** Writes a file that says that this process uses the state folder. Returns a function that removes the file. */
export function markRunning(state: string): () => void {
  const file = path.join(folder(state), String(process.pid))
  mkdirSync(folder(state), { recursive: true })
  writeFileSync(file, '')
  return () => rmSync(file, { force: true })
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
