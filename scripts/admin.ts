import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { AdminList, ClockTime, ConfigList, Sent } from '../domain/admin.ts'
import { FeedbackPage } from '../domain/feedback/contract.ts'
import { DeadLetterList } from '../domain/jobs/contract.ts'
import { StuckMoney } from '../domain/ledger/stuck-money.ts'
import { ReportPage, reportedPath } from '../domain/reports/contract.ts'
import { day, hour } from '../domain/time/spans.ts'
import { type AdminClient, createAdminClient } from './admin-client.ts'
import { sendCities } from './load-cities.ts'

const usage = `npm run admin -- <command> [--url https://play.example.com]

  admins list               lists the admins and moderators
  admins add EMAIL [ROLE]   makes a user an admin (or ROLE, for example moderator)
  admins remove EMAIL       takes the role away
  config list               lists all settings and their values
  config get KEY            prints one setting
  config set KEY JSON       for example: config set subscriptionsEnabled false
  config unset KEY          goes back to the default value
  dead-letters list         lists jobs that failed for good
  dead-letters retry ID     runs the job again
  dead-letters drop ID      deletes the job
  money                     shows money that is stuck
  mail test ADDRESS         sends a test email
  clock +30d                moves the clock of a local product forward by m, h, d or w
  beta on USER BETA         turns on a beta feature for one user, such as week-heatmap
  beta off USER BETA        turns it off
  feedback list [CURSOR]    lists feedback, newest first
  reports list [CURSOR]     lists reports, oldest first
  reports close ID          closes a report that you have handled
  teams recover TEAM USER   makes a member the owner of a community that has none, or whose owner deleted their account
  cities load               loads all US cities
  cities reload             deletes the city index and loads it again

Set the environment variable ADMIN_TOKEN. For localhost, the local token is the default.`

class UsageError extends Error {}

function requireArgument(value: string | undefined, name: string): string {
  if (value === undefined || value === '') throw new UsageError(`${name} is missing.`)
  return value
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(`${text} is not valid JSON. Put text in quotes: '"like this"'.`)
  }
}

const msPerUnit = { m: hour / 60, h: hour, d: day, w: 7 * day }

/** Reads a duration such as `+30d`, in milliseconds. */
function readDuration(text: string): number {
  const [, count, unit] = /^\+?(\d+)([mhdw])$/.exec(text) ?? []
  if (count === undefined || unit === undefined) throw new UsageError(`${text} is not a duration. Write it like +90m, +36h, +30d or +2w.`)
  return Number(count) * msPerUnit[unit as keyof typeof msPerUnit]
}

const print = (line: string) => console.log(line)

async function listConfig({ send }: AdminClient) {
  return v.parse(ConfigList, await send('GET', 'config')).config
}

const commands: Record<string, (client: AdminClient, args: (string | undefined)[]) => Promise<void>> = {
  'admins list': async ({ send }) => {
    const { admins } = v.parse(AdminList, await send('GET', 'admins'))
    if (admins.length === 0) print('There are no admins. Only the holder of the token has access.')
    for (const { email, role, createdAt } of admins) print(`${email}  ${role}  since ${new Date(createdAt).toISOString()}`)
  },
  'admins add': async ({ send }, [email, role = 'admin']) => {
    await send('PUT', `admins/${encodeURIComponent(requireArgument(email, 'EMAIL'))}`, { role })
    print(`${email} is now ${role === 'admin' ? 'an admin' : `a ${role}`}.`)
  },
  'admins remove': async ({ send }, [email]) => {
    await send('DELETE', `admins/${encodeURIComponent(requireArgument(email, 'EMAIL'))}`)
    print(`${email} no longer has a role.`)
  },
  'config list': async (client) => {
    for (const { key, value, isDefault } of await listConfig(client))
      print(`${key} = ${JSON.stringify(value)}${isDefault ? '  (default)' : ''}`)
  },
  'config get': async (client, [key]) => {
    const entry = (await listConfig(client)).find((candidate) => candidate.key === requireArgument(key, 'KEY'))
    if (!entry) throw new Error(`There is no setting ${key}.`)
    print(JSON.stringify(entry.value))
  },
  'config set': async ({ send }, [key, json]) => {
    await send('PUT', `config/${encodeURIComponent(requireArgument(key, 'KEY'))}`, { value: parseJson(requireArgument(json, 'JSON')) })
    print(`Set ${key}.`)
  },
  'config unset': async ({ send }, [key]) => {
    await send('DELETE', `config/${encodeURIComponent(requireArgument(key, 'KEY'))}`)
    print(`${key} has its default value again.`)
  },
  'dead-letters list': async ({ send }) => {
    const { deadLetters } = v.parse(DeadLetterList, await send('GET', 'dead-letters'))
    if (deadLetters.length === 0) print('No failed jobs.')
    for (const { id, queue, attempts, failedAt, error } of deadLetters) {
      print(`${id}  ${queue}  ${new Date(failedAt).toISOString()}  ${attempts} attempts  ${error ?? ''}`)
    }
  },
  'dead-letters retry': async ({ send }, [id]) => {
    await send('POST', `dead-letters/${encodeURIComponent(requireArgument(id, 'ID'))}/retry`, {})
    print(`${id} will run again.`)
  },
  'dead-letters drop': async ({ send }, [id]) => {
    await send('DELETE', `dead-letters/${encodeURIComponent(requireArgument(id, 'ID'))}`)
    print(`Deleted ${id}.`)
  },
  money: async ({ send }) => {
    const stuck = v.parse(StuckMoney, await send('GET', 'money'))
    const at = (time: number) => new Date(time).toISOString()
    const because = (waitsFor: string | null) => (waitsFor === null ? '' : ` (${waitsFor})`)
    const lines = [
      ...stuck.refunds.map(
        ({ id, orderId, amount, createdAt, waitsFor }) =>
          `refund ${id} of order ${orderId}: ${amount}, due since ${at(createdAt)}${because(waitsFor)}`,
      ),
      ...stuck.otherRefunds.map(
        ({ kind, id, paymentId, amount, createdAt, waitsFor }) =>
          `refund ${id} of ${kind} payment ${paymentId}: ${amount}, due since ${at(createdAt)}${because(waitsFor)}`,
      ),
      ...stuck.refusedRefunds.map(
        ({ kind, id, amount, currency, refusedAt }) =>
          `refund of ${kind} invoice ${id}: ${amount} ${currency}, the bank did not take it at ${at(refusedAt)}`,
      ),
      ...stuck.events.map(({ id, type, receivedAt }) => `event ${id} (${type}): waiting since ${at(receivedAt)}`),
      ...stuck.orders.map(({ id, eventId, createdAt }) => `order ${id} for game ${eventId}: open since ${at(createdAt)}`),
      ...stuck.otherPages.map(({ kind, id, createdAt }) => `${kind} payment ${id}: open since ${at(createdAt)}`),
      ...stuck.differences.map(
        ({ accountId, currency, difference, checkedAt }) =>
          `ledger of ${accountId}: differs by ${difference} ${currency}, checked ${at(checkedAt)}`,
      ),
      ...stuck.payouts.map(
        ({ id, accountId, amount, currency, createdAt }) =>
          `payout ${id} of ${accountId}: ${amount} ${currency} of ${at(createdAt)} failed`,
      ),
      ...stuck.planDisputes.map(
        ({ id, invoiceId, amount, currency, state, respondBy }) =>
          `dispute ${id} of plan invoice ${invoiceId}: ${amount} ${currency}, ${state}${respondBy === null ? '' : `, answer at Stripe by ${at(respondBy)}`}`,
      ),
      ...stuck.jobs.map(({ id, error, failedAt }) => `job ${id}: failed for good at ${at(failedAt)}. ${error ?? ''}`),
    ]
    for (const line of lines.length > 0 ? lines : ['No money is stuck.']) print(line)
  },
  'mail test': async ({ send }, [to]) => {
    const template = { name: 'welcome', data: { username: 'there' } }
    const { id } = v.parse(Sent, await send('POST', 'mail', { to: requireArgument(to, 'ADDRESS'), template }))
    print(`The email will be sent by job ${id}.`)
  },
  clock: async ({ send }, [duration]) => {
    const { now } = v.parse(ClockTime, await send('POST', 'clock', { forward: readDuration(requireArgument(duration, 'DURATION')) }))
    print(`The product's clock now shows ${new Date(now).toISOString()}. All jobs that were due until then have run.`)
  },
  'beta on': async ({ send }, [userId, beta]) => {
    await send('PUT', `betas/${encodeURIComponent(requireArgument(userId, 'USER'))}/${encodeURIComponent(requireArgument(beta, 'BETA'))}`)
    print(`Turned on ${beta} for ${userId}.`)
  },
  'beta off': async ({ send }, [userId, beta]) => {
    await send(
      'DELETE',
      `betas/${encodeURIComponent(requireArgument(userId, 'USER'))}/${encodeURIComponent(requireArgument(beta, 'BETA'))}`,
    )
    print(`Turned off ${beta} for ${userId}.`)
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
    if (reports.length === 0) print('No open reports.')
    for (const { id, createdAt, kind, subjectId, reporterId, reason, text, message } of reports) {
      print(
        `${id}  ${new Date(createdAt).toISOString()}  ${kind} ${reportedPath[kind](subjectId)}  ${reason}  by ${reporterId ?? 'a deleted account'}  ${text}`,
      )
      if (message) print(`  ${message.authorName ?? ''} (${reportedPath.person(message.authorId)}) wrote: ${message.text}`)
    }
    if (next !== null) print(`More: reports list ${next}`)
  },
  'reports close': async ({ send }, [id]) => {
    await send('DELETE', `reports/${encodeURIComponent(requireArgument(id, 'ID'))}`)
    print(`Closed ${id}.`)
  },
  'teams recover': async ({ send }, [teamId, userId]) => {
    const [team, to] = [requireArgument(teamId, 'TEAM'), requireArgument(userId, 'USER')]
    await send('PUT', `teams/${encodeURIComponent(team)}/owner`, { to })
    print(`${to} is now the owner of ${team}.`)
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
  const commandName = [positionals.slice(0, 2).join(' '), positionals[0] ?? ''].find((name) => Object.hasOwn(commands, name))
  const command = commandName === undefined ? undefined : commands[commandName]
  if (!command)
    throw new UsageError(positionals.length === 0 ? 'Please name a command.' : `There is no command \`${positionals.join(' ')}\`.`)
  await command(createAdminClient(values.url), positionals.slice(commandName?.split(' ').length))
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  const isUsage = error instanceof UsageError || (error instanceof TypeError && 'code' in error)
  console.error(isUsage ? `${message}\n\n${usage}` : message)
  process.exitCode = isUsage ? 2 : 1
}
