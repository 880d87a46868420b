import { mkdirSync, renameSync, rmSync } from 'node:fs'

/** Fills a folder. It gets its name when it is complete, and nothing is left of it if that fails. */
export async function writeFolder<Result>(folder: string, fill: (unfinished: string) => Promise<Result>): Promise<Result> {
  const unfinished = `${folder}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true })
  try {
    const result = await fill(unfinished)
    rmSync(folder, { recursive: true, force: true })
    renameSync(unfinished, folder)
    return result
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}
