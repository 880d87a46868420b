import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { unstable_readConfig as readConfig } from 'wrangler'
import { root } from '../../../scripts/environment.ts'
import { prepareState } from '../../../scripts/prepare-state.ts'
import { buildProduct } from './build-product.ts'
import { once } from './shared.ts'
import { startWorker } from './start-worker.ts'
import { makeWorkFolder } from './work-folder.ts'

/** Writes a configuration that runs the built code with the local settings. Returns the path of the file. */
function writeLocalConfig(folder: string, url: string): string {
  const built = path.join(folder, 'dist/gather')
  const { vars, d1_databases, ratelimits } = readConfig({ config: path.join(root, 'wrangler.toml') })
  const config = { ...JSON.parse(readFileSync(path.join(built, 'wrangler.json'), 'utf8')), d1_databases, ratelimits }
  const file = path.join(built, 'wrangler.bench.json')
  writeFileSync(file, JSON.stringify({ ...config, vars: { ...vars, PRODUCT_URL: url } }))
  return file
}

/** Serves the built product with the whole demo world, and returns its address. */
export const serveProduct = once(async () => {
  const folder = await buildProduct()
  const state = makeWorkFolder('state')
  await prepareState(state, () => undefined)
  const { url } = await startWorker((address) => writeLocalConfig(folder, address), state)
  return url
})
