import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const folder = (state: string) => path.join(state, 'running')

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Not ours to signal, but alive.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Notes that this process uses a state folder. Answers with how to take the note away. */
export function markRunning(state: string): () => void {
  const note = path.join(folder(state), String(process.pid))
  mkdirSync(folder(state), { recursive: true })
  writeFileSync(note, '')
  return () => rmSync(note, { force: true })
}

/** Processes that use a state folder now; notes of those that died are forgotten. */
export function listRunning(state: string): number[] {
  if (!existsSync(folder(state))) return []
  return readdirSync(folder(state)).flatMap((name) => {
    const pid = Number(name)
    if (isAlive(pid)) return [pid]
    rmSync(path.join(folder(state), name), { force: true })
    return []
  })
}
