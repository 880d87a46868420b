import { cpSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from '../../../scripts/environment.ts'
import { runCommand } from '../../../scripts/run-command.ts'
import { once } from './shared.ts'
import { makeWorkFolder } from './work-folder.ts'

const skippedFolders = new Set(['node_modules', 'dist', '.git', '.cache', '.wrangler', 'test-results'])

/**
 * Builds what would be deployed and returns its folder. It builds in a copy of the checkout, because `dist/` here belongs to
 * `npm run build` and the tests. The copy is not in `.cache/`: Tailwind skips files that git ignores, so it would find no classes.
 */
export const buildProduct = once(async () => {
  const folder = makeWorkFolder('product')
  cpSync(root, folder, {
    recursive: true,
    filter: (source) => {
      const [first = ''] = path.relative(root, source).split(path.sep)
      return !skippedFolders.has(first) && !first.startsWith('.dev.vars')
    },
  })
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction')
  const env = { CLOUDFLARE_ENV: 'production' }
  const { code, output } = await runCommand('vite', ['build', '--logLevel=warn'], { cwd: folder, env })
  if (code !== 0) {
    const text = stripVTControlCharacters(output)
    throw new Error(`The build failed: ${text.slice(Math.max(0, text.indexOf('error during build'))).trim()}`)
  }
  return folder
})
