import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, lstatSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { root } from '../../scripts/environment.ts'

/** Copies the project with its uncommitted changes, but without the files that git ignores. The copy links to the packages, and has the same build. */
export function makeCopy(): string {
  // The copy is not in .cache, because Biome ignores the package.json of files there, and then applies other rules.
  const copy = path.join(root, '.faults')
  rmSync(copy, { recursive: true, force: true })
  mkdirSync(copy, { recursive: true })
  // The repository around the copy ignores it. The copy is its own repository, so that tools which read .gitignore do not skip its files.
  execFileSync('git', ['init', '--quiet', copy])
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
