import { cpSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from '../../../scripts/environment.ts'
import { runCommand } from '../../../scripts/run-command.ts'
import { once } from './shared.ts'
import { makeWorkFolder } from './work-folder.ts'

const leftOut = new Set(['node_modules', 'dist', '.git', '.cache', '.wrangler', 'test-results'])

/**
 * Builds what would be deployed, in a copy of the checkout: `dist/` here belongs to `npm run build` and the tests.
 * Not under `.cache/`, where Tailwind, which skips what git ignores, would find no classes. Answers with the copy's folder.
 */
export const buildProduct = once(async () => {
  const folder = makeWorkFolder('product')
  cpSync(root, folder, {
    recursive: true,
    filter: (source) => {
      const [first = ''] = path.relative(root, source).split(path.sep)
      return !leftOut.has(first) && !first.startsWith('.dev.vars')
    },
  })
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction')
  const env = { CLOUDFLARE_ENV: 'production' }
  const { code, output } = await runCommand('vite', ['build', '--logLevel=warn'], { cwd: folder, env })
  if (code !== 0) {
    const words = stripVTControlCharacters(output)
    throw new Error(`The build failed: ${words.slice(Math.max(0, words.indexOf('error during build'))).trim()}`)
  }
  return folder
})
