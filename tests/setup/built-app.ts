import { existsSync } from 'node:fs'
import path from 'node:path'

/** The Worker under test answers pages from the built shell, so the build comes first; `npm test` does this by itself. */
export function setup(): void {
  const shell = path.resolve(import.meta.dirname, '../../dist/client/index.html')
  if (!existsSync(shell)) throw new Error('The Worker tests need the built web app. Run `npm run build` first.')
}
