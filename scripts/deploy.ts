import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { planCityIndex } from '../domain/cities/rules.ts'
import { createAdminClient } from './admin-client.ts'
import { applyQuietEnvironment } from './environment.ts'
import { sendCities } from './load-cities.ts'
import { findProductionFaults, readProductionConfig, resendSecret, secretNames, wantsResend } from './production-settings.ts'
import { readCities } from './read-cities.ts'
import { runCommand, runHere } from './run-command.ts'
import { openRemote } from './sql-runner.ts'

applyQuietEnvironment()

const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } })
const dryRun = values['dry-run']
const config = readProductionConfig()
const report = (line: string) => console.log(line)

function refuse(lines: readonly string[]): never {
  console.error(`Not deployed:\n${lines.map((line) => `  ${line}`).join('\n')}\nWhat each setting means stands in docs/DEPLOY.md.`)
  process.exit(1)
}

async function must(what: string, step: Promise<number>): Promise<void> {
  const code = await step
  if (code !== 0) refuse([`${what} ended with code ${code}`])
}

const SecretList = v.array(v.object({ name: v.string() }))

/** Production must not come up without its secrets: every request would answer with an error. */
async function findMissingSecrets(): Promise<string[]> {
  const where = '--config=wrangler.toml --env=production'
  const { code, stdout, output } = await runCommand('wrangler', ['secret', 'list', ...where.split(' '), '--format=json'])
  const wanted: string[] = wantsResend(config) ? [...secretNames, resendSecret] : [...secretNames]
  const howTo = (name: string) => `npx wrangler secret put ${name} ${where}`
  // The first secret makes the Worker, so that there is one to ask.
  if (code !== 0) return [output.trim(), 'The secrets could not be listed. Before the first deploy:', ...wanted.map(howTo)]
  const present = v.parse(SecretList, JSON.parse(stdout)).map(({ name }) => name)
  return wanted.filter((name) => !present.includes(name)).map((name) => `secret ${name} is missing: ${howTo(name)}`)
}

/** Ready answers are sent last: all of them there means that an earlier load was not cut short. */
async function loadCitiesOnce(): Promise<void> {
  const [found] = await openRemote().query('SELECT count(*) AS ready FROM city_prefixes')
  if (found?.ready === planCityIndex(readCities()).prefixes.length) return
  const address = String(config.vars.PRODUCT_URL)
  if (!process.env.ADMIN_TOKEN) {
    report(`The cities are not all there yet. With ADMIN_TOKEN set: npm run admin -- cities load --url ${address}`)
    return
  }
  await sendCities(createAdminClient(address), report)
}

const { faults, blanks } = findProductionFaults(config)
if (faults.length > 0) refuse(faults)
if (blanks.length > 0 && !dryRun) refuse(blanks)
for (const blank of blanks) report(`Before a real deploy: ${blank}`)

await must('the build', runHere('vite', ['build', '--logLevel=warn'], { env: { CLOUDFLARE_ENV: 'production' } }))
if (dryRun) {
  await must('the dry run', runHere('wrangler', ['deploy', '--dry-run']))
  report('Dry run only: nothing was deployed.')
} else {
  const missing = await findMissingSecrets()
  if (missing.length > 0) refuse(missing)
  // Tables first: the running release never needs what a later migration adds, the new one may.
  await must(
    'the migrations',
    runHere('wrangler', ['d1', 'migrations', 'apply', 'DB', '--remote', '--config=wrangler.toml', '--env=production']),
  )
  await must('the deploy', runHere('wrangler', ['deploy']))
  await loadCitiesOnce()
}
