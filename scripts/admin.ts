import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { AdminList, ClockTime, ConfigList, Sent } from '../domain/admin.ts'
import { FeedbackPage } from '../domain/feedback/contract.ts'
import { DeadLetterList } from '../domain/jobs/contract.ts'
import { ReportPage } from '../domain/reports/contract.ts'
import { day, hour } from '../domain/time/spans.ts'
import { type AdminClient, createAdminClient } from './admin-client.ts'
import { sendCities } from './load-cities.ts'

const usage = `npm run admin -- <command> [--url https://play.example.com]

  admins list               who helps to run the product
  admins add EMAIL [ROLE]   makes someone with an account an admin, or a moderator
  admins remove EMAIL
  config list               what is set, and what is a default
  config get KEY
  config set KEY JSON       for instance: config set subscriptionsEnabled false
  config unset KEY          back to the default
  dead-letters list         jobs that failed for good
  dead-letters retry ID
  dead-letters drop ID
  mail test ADDRESS         sends one mail there, to see that mail arrives
  clock +30d                moves the clock of a local product on, by m, h, d or w; never back
  beta on USER BETA         a trial feature for one person, such as week-heatmap
  beta off USER BETA
  feedback list [CURSOR]    what people told us, newest first
  reports list [CURSOR]     what people reported, the oldest first
  reports close ID          it was looked at
  cities load               all US cities
  cities reload             the same, after emptying the index

The token stands in ADMIN_TOKEN; for localhost the local one is known.`

class UsageError extends Error {}

function need(value: string | undefined, what: string): string {
  if (value === undefined || value === '') throw new UsageError(`${what} is missing.`)
  return value
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(`${text} is not JSON. Text stands in quotes: '"like this"'.`)
  }
}

const spans = { m: hour / 60, h: hour, d: day, w: 7 * day }

/** `+30d` in milliseconds. */
function readSpan(text: string): number {
  const [, count, unit] = /^\+?(\d+)([mhdw])$/.exec(text) ?? []
  if (count === undefined || unit === undefined) throw new UsageError(`${text} is no time to wait. Write it like +90m, +36h, +30d or +2w.`)
  return Number(count) * spans[unit as keyof typeof spans]
}

const print = (line: string) => console.log(line)

async function listConfig({ send }: AdminClient) {
  return v.parse(ConfigList, await send('GET', 'config')).config
}

const commands: Record<string, (client: AdminClient, args: (string | undefined)[]) => Promise<void>> = {
  'admins list': async ({ send }) => {
    const { admins } = v.parse(AdminList, await send('GET', 'admins'))
    if (admins.length === 0) print('Nobody but who has the token.')
    for (const { email, role, createdAt } of admins) print(`${email}  ${role}  since ${new Date(createdAt).toISOString()}`)
  },
  'admins add': async ({ send }, [email, role = 'admin']) => {
    await send('PUT', `admins/${encodeURIComponent(need(email, 'EMAIL'))}`, { role })
    print(`${email} is ${role === 'admin' ? 'an admin' : `a ${role}`}.`)
  },
  'admins remove': async ({ send }, [email]) => {
    await send('DELETE', `admins/${encodeURIComponent(need(email, 'EMAIL'))}`)
    print(`${email} is no admin any more.`)
  },
  'config list': async (client) => {
    for (const { key, value, isDefault } of await listConfig(client))
      print(`${key} = ${JSON.stringify(value)}${isDefault ? '  (default)' : ''}`)
  },
  'config get': async (client, [key]) => {
    const entry = (await listConfig(client)).find((candidate) => candidate.key === need(key, 'KEY'))
    if (!entry) throw new Error(`There is no config entry called ${key}.`)
    print(JSON.stringify(entry.value))
  },
  'config set': async ({ send }, [key, json]) => {
    await send('PUT', `config/${encodeURIComponent(need(key, 'KEY'))}`, { value: parseJson(need(json, 'JSON')) })
    print(`${key} is set.`)
  },
  'config unset': async ({ send }, [key]) => {
    await send('DELETE', `config/${encodeURIComponent(need(key, 'KEY'))}`)
    print(`${key} has its default again.`)
  },
  'dead-letters list': async ({ send }) => {
    const { deadLetters } = v.parse(DeadLetterList, await send('GET', 'dead-letters'))
    if (deadLetters.length === 0) print('No job failed for good.')
    for (const { id, queue, attempts, failedAt, error } of deadLetters) {
      print(`${id}  ${queue}  ${new Date(failedAt).toISOString()}  ${attempts} attempts  ${error ?? ''}`)
    }
  },
  'dead-letters retry': async ({ send }, [id]) => {
    await send('POST', `dead-letters/${encodeURIComponent(need(id, 'ID'))}/retry`, {})
    print(`${id} is sent again.`)
  },
  'dead-letters drop': async ({ send }, [id]) => {
    await send('DELETE', `dead-letters/${encodeURIComponent(need(id, 'ID'))}`)
    print(`${id} is given up.`)
  },
  'mail test': async ({ send }, [to]) => {
    const template = { name: 'welcome', data: { username: 'there' } }
    const { id } = v.parse(Sent, await send('POST', 'mail', { to: need(to, 'ADDRESS'), template }))
    print(`On its way as job ${id}.`)
  },
  clock: async ({ send }, [span]) => {
    const { now } = v.parse(ClockTime, await send('POST', 'clock', { forward: readSpan(need(span, 'HOW LONG')) }))
    print(`The product's clock says ${new Date(now).toISOString()}. What was due until then is done.`)
  },
  'beta on': async ({ send }, [userId, beta]) => {
    await send('PUT', `betas/${encodeURIComponent(need(userId, 'USER'))}/${encodeURIComponent(need(beta, 'BETA'))}`)
    print(`${beta} is on for ${userId}.`)
  },
  'beta off': async ({ send }, [userId, beta]) => {
    await send('DELETE', `betas/${encodeURIComponent(need(userId, 'USER'))}/${encodeURIComponent(need(beta, 'BETA'))}`)
    print(`${beta} is off for ${userId}.`)
  },
  'feedback list': async ({ send }, [cursor]) => {
    const from = cursor === undefined ? '' : `?cursor=${encodeURIComponent(cursor)}`
    const { feedback, next } = v.parse(FeedbackPage, await send('GET', `feedback${from}`))
    if (feedback.length === 0) print('No feedback yet.')
    for (const { createdAt, rating, text } of feedback) print(`${new Date(createdAt).toISOString()}  ${rating} of 5  ${text}`)
    if (next !== null) print(`More: feedback list ${next}`)
  },
  'reports list': async ({ send }, [cursor]) => {
    const from = cursor === undefined ? '' : `?cursor=${encodeURIComponent(cursor)}`
    const { reports, next } = v.parse(ReportPage, await send('GET', `reports${from}`))
    if (reports.length === 0) print('Nothing waits to be looked at.')
    for (const { id, createdAt, kind, subjectId, reporterId, reason, text } of reports) {
      print(`${id}  ${new Date(createdAt).toISOString()}  ${kind} ${subjectId}  ${reason}  by ${reporterId ?? 'someone who left'}  ${text}`)
    }
    if (next !== null) print(`More: reports list ${next}`)
  },
  'reports close': async ({ send }, [id]) => {
    await send('DELETE', `reports/${encodeURIComponent(need(id, 'ID'))}`)
    print(`${id} is put away.`)
  },
  'cities load': (client) => sendCities(client, print),
  'cities reload': async (client) => {
    await client.send('DELETE', 'cities')
    await sendCities(client, print)
  },
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { url: { type: 'string', default: 'http://localhost:5173' } },
  })
  const words = [positionals.slice(0, 2).join(' '), positionals[0] ?? ''].find((name) => Object.hasOwn(commands, name))
  const command = words === undefined ? undefined : commands[words]
  if (!command) throw new UsageError(positionals.length === 0 ? 'Which command?' : `There is no command \`${positionals.join(' ')}\`.`)
  await command(createAdminClient(values.url), positionals.slice(words?.split(' ').length))
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  const isUsage = error instanceof UsageError || (error instanceof TypeError && 'code' in error)
  console.error(isUsage ? `${message}\n\n${usage}` : message)
  process.exitCode = isUsage ? 2 : 1
}
