import path from 'node:path'
import { findPort } from '../../scripts/find-port.ts'
import { startBackground } from '../../scripts/run-command.ts'
import { waitForOutput } from '../../scripts/wait-for.ts'
import { deliver } from './fan-out/deliver.ts'
import { serveOverhead } from './overhead/serve.ts'
import type { Figure } from './setup/figure.ts'
import { median } from './setup/median.ts'
import { signIn } from './setup/read-as.ts'
import { atEnd, once } from './setup/shared.ts'
import { makeWorkFolder } from './setup/work-folder.ts'

const maxPeople = 1000
const rounds = 3
const messagesPerRound = { 100: 1000, 1000: 300 }

async function addTeams(db: D1Database): Promise<void> {
  const statements = Array.from({ length: maxPeople }, (_, n) =>
    db
      .prepare('INSERT INTO users (id, email, email_key, created_at, updated_at) VALUES (?, ?, ?, 0, 0)')
      .bind(`p${n}`, `p${n}@example.com`, `p${n}@example.com`),
  )
  for (let team = 0; team < 4 * rounds; team += 1) {
    statements.push(
      db
        .prepare("INSERT INTO teams (id, name, description, plan, created_at, updated_at) VALUES (?, 'Club', '', 'ROOKIE', 1, 1)")
        .bind(`t${team}`),
      db
        .prepare("INSERT INTO team_members (team_id, user_id, role, joined_at) SELECT ?, id, 'member', 1 FROM users WHERE id LIKE 'p%'")
        .bind(`t${team}`),
    )
  }
  for (let start = 0; start < statements.length; start += 200) await db.batch(statements.slice(start, start + 200))
}

const serveBoth = once(async () => {
  const { url } = await serveOverhead({ environment: 'local', fill: addTeams })
  const cookies: string[] = []
  for (let n = 0; n < maxPeople; n += 1) {
    cookies.push(await signIn(url, { id: `p${n}`, name: `Player ${n}`, emailVerified: true, profileComplete: true }))
  }
  const port = await findPort(5490)
  const script = path.join(import.meta.dirname, 'fan-out/control-server.ts')
  const control = startBackground('node', [script, path.join(makeWorkFolder('control'), 'control.sqlite'), String(port)])
  atEnd(control.stop)
  await waitForOutput('ready', control)
  return { url, cookies, control: `ws://localhost:${port}` }
})

let nextTeam = 0

/** Compares the messages that arrive per second with those of the plain server, in turns. */
async function compare(people: 100 | 1000, inFlight: number) {
  const { url, cookies, control } = await serveBoth()
  const load = { people, inFlight, messages: messagesPerRound[people] }
  const ratios: number[] = []
  const notes: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    // A new conversation each time, because the limit of each person counts in its object.
    const team = `t${nextTeam++}`
    const theirs = await deliver({ ...load, address: () => ({ url: control }) })
    const ours = await deliver({
      ...load,
      address: (person) => ({
        url: `${url.replace('http', 'ws')}/api/conversations/team_${team}/socket`,
        headers: { cookie: cookies[person] ?? '', origin: url },
      }),
    })
    ratios.push(ours / theirs)
    notes.push(`${Math.round(ours)} of ${Math.round(theirs)} deliveries/s`)
  }
  return { value: median(ratios), notes }
}

const figure = (people: 100 | 1000, inFlight: number, goal: number): Figure => ({
  name: `fanout-${people}x${inFlight}`,
  unit: 'of a plain ws server',
  goal: { atLeast: goal },
  gating: true,
  measure: () => compare(people, inFlight),
})

export const figures: Figure[] = [figure(100, 4, 0.4), figure(1000, 4, 0.4), figure(100, 32, 1.2), figure(1000, 32, 1.2)]
