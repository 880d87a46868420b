import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, lstatSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { cacheDir, root } from '../../scripts/environment.ts'

/** A copy of the project as it stands here, without what git ignores; the packages and the build are those of the original. */
export function makeCopy(): string {
  const copy = path.join(cacheDir, 'faults', 'copy')
  rmSync(copy, { recursive: true, force: true })
  mkdirSync(copy, { recursive: true })
  const listed = execFileSync('git', ['ls-files', '-coz', '--exclude-standard'], { cwd: root, maxBuffer: 100_000_000 }).toString()
  for (const file of listed.split('\0').filter(Boolean)) {
    const from = path.join(root, file)
    if (existsSync(from) && lstatSync(from).isFile()) cpSync(from, path.join(copy, file))
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
  const dist = path.join(root, 'dist')
  if (!existsSync(dist)) throw new Error('The tests need the built web app. Run `npm run build` first.')
  cpSync(dist, path.join(copy, 'dist'), { recursive: true })
  return copy
}
