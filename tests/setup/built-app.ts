import { existsSync } from 'node:fs'
import path from 'node:path'

/** The Worker in the tests answers pages with the built shell, so the build must run first. `npm test` does this automatically. */
export function setup(): void {
  const shell = path.resolve(import.meta.dirname, '../../dist/client/index.html')
  if (!existsSync(shell)) throw new Error('The Worker tests need the built web app. Run `npm run build` first.')
}
