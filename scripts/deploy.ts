import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { buildCityIndex } from '../domain/cities/rules.ts'
import { createAdminClient } from './admin-client.ts'
import { applyQuietEnvironment } from './environment.ts'
import { sendCities } from './load-cities.ts'
import { findProductionFaults, listSecrets, readProductionConfig } from './production-settings.ts'
import { readCities } from './read-cities.ts'
import { runCommand, runHere } from './run-command.ts'
import { openRemote } from './sql-runner.ts'

applyQuietEnvironment()

const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } })
const dryRun = values['dry-run']
const config = readProductionConfig()
const report = (line: string) => console.log(line)

function stopDeploy(lines: readonly string[]): never {
  console.error(`Not deployed:\n${lines.map((line) => `  ${line}`).join('\n')}\ndocs/DEPLOY.md explains every setting.`)
  process.exit(1)
}

async function requireSuccess(name: string, step: Promise<number>): Promise<void> {
  const code = await step
  if (code !== 0) stopDeploy([`${name} failed with exit code ${code}`])
}

const SecretList = v.array(v.object({ name: v.string() }))

/** Without its secrets, production would answer every request with an error. So we check for them before the deploy. */
async function findMissingSecrets(): Promise<string[]> {
  const where = '--config=wrangler.toml --env=production'
  const { code, stdout, output } = await runCommand('wrangler', ['secret', 'list', ...where.split(' '), '--format=json'])
  const requiredSecrets = listSecrets(config)
  const formatCommand = (name: string) => `npx wrangler secret put ${name} ${where}`
  // Before the first deploy there is no Worker, so its secrets cannot be listed. Setting the first secret creates the Worker.
  if (code !== 0)
    return [
      output.trim(),
      'The secrets could not be listed. Before the first deploy, set them with:',
      ...requiredSecrets.map(formatCommand),
    ]
  const present = v.parse(SecretList, JSON.parse(stdout)).map(({ name }) => name)
  return requiredSecrets.filter((name) => !present.includes(name)).map((name) => `secret ${name} is missing: ${formatCommand(name)}`)
}

/** The prefixes of city names are sent last. If all of them are there, an earlier load was complete. */
async function loadCitiesOnce(): Promise<void> {
  const [row] = await openRemote().query('SELECT count(*) AS ready FROM city_prefixes')
  if (row?.ready === buildCityIndex(readCities()).prefixes.length) return
  const address = String(config.vars.PRODUCT_URL)
  if (!process.env.ADMIN_TOKEN) {
    report(`The cities are not loaded yet. Set ADMIN_TOKEN and run: npm run admin -- cities load --url ${address}`)
    return
  }
  await sendCities(createAdminClient(address), report)
}

const { faults, blanks } = findProductionFaults(config)
if (faults.length > 0) stopDeploy(faults)
if (blanks.length > 0 && !dryRun) stopDeploy(blanks)
for (const blank of blanks) report(`Before a real deploy: ${blank}`)

await requireSuccess('The build', runHere('vite', ['build', '--logLevel=warn'], { env: { CLOUDFLARE_ENV: 'production' } }))
if (dryRun) {
  await requireSuccess('The dry run', runHere('wrangler', ['deploy', '--dry-run']))
  report('Dry run only: nothing was deployed.')
} else {
  const missing = await findMissingSecrets()
  if (missing.length > 0) stopDeploy(missing)
  // The migrations come first: the new release may need what they add, while the running release works with both.
  await requireSuccess(
    'The migrations',
    runHere('wrangler', ['d1', 'migrations', 'apply', 'DB', '--remote', '--config=wrangler.toml', '--env=production']),
  )
  await requireSuccess('The deploy', runHere('wrangler', ['deploy']))
  await loadCitiesOnce()
}
