import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { endorsementKinds } from '../../domain/endorsements/contract.ts'
import { endorse } from '../../worker/endorsements/commands.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { deliverAll, holdQueues } from '../notifications/post-office.ts'
import { befriend, block, enter, type Person, putAccountAway, putInTeams, rowsOf } from '../profiles/people.ts'
import { readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'

collectLog()
const office = holdQueues()

const mates = ['ana', 'bo', 'cy', 'di']
let team: Person[]
let ana: Person

beforeAll(async () => {
  team = await Promise.all(mates.map((id) => enter(id)))
  ana = team[0] as Person
  await enter('eve')
  await putInTeams(['crew'], [...mates, 'eve'])
})

beforeEach(async () => {
  await env.DB.batch(
    ['endorsements', 'endorsement_totals', 'notices', 'blocks', 'connections'].map((table) => env.DB.prepare(`DELETE FROM ${table}`)),
  )
})

const give = (from: Person, id: string, kind = 'on-time') => from.ask(`/api/endorsements/${id}/${kind}`, { method: 'PUT' })
const takeBack = (from: Person, id: string, kind = 'on-time') => from.ask(`/api/endorsements/${id}/${kind}`, { method: 'DELETE' })

describe('Endorsing', () => {
  it('is for teammates and connections', async () => {
    const friend = await enter('friend')
    expect((await give(friend, 'eve')).status).toBe(404)
    await befriend('friend', 'eve')
    expect((await give(friend, 'eve')).status).toBe(204)
    expect((await give(ana, 'eve')).status).toBe(204)
  })

  it.each(['oneself', 'who blocked me', 'whom I blocked', 'who left', 'a stranger', 'nobody'])('is not for %s', async (who) => {
    await Promise.all(['stranger', 'leaver'].map((id) => enter(id)))
    await befriend('ana', 'leaver')
    await putAccountAway('leaver')
    const id = { oneself: 'ana', 'who left': 'leaver', 'a stranger': 'stranger', nobody: 'nobody-at-all' }[who] ?? 'bo'
    if (who === 'who blocked me') await block('bo', 'ana')
    if (who === 'whom I blocked') await block('ana', 'bo')
    expect(await readProblem(await give(ana, id))).toMatchObject({ code: 'PersonNotFound', title: 'User not found' })
    expect(await rowsOf('SELECT * FROM endorsement_totals')).toEqual([])
    expect(office.notices).toEqual([])
  })

  it('comes to nothing where they blocked or left the moment before it was written', async () => {
    await block('bo', 'ana')
    await enter('leaver')
    await putAccountAway('leaver')
    for (const id of ['bo', 'leaver']) {
      const db = openPrimary(env.DB)
      await endorse(db, { now: 1, newId: () => crypto.randomUUID() }, 'ana', id, 'on-time')
      expect(db.outboxIds).toEqual([])
    }
    expect(await rowsOf('SELECT * FROM endorsements')).toEqual([])
    expect(await rowsOf('SELECT * FROM endorsement_totals')).toEqual([])
  })

  it('is for what there are words for', async () => expect((await give(ana, 'eve', 'nice-shoes')).status).toBe(400))

  it('shows on the profile, with my own marked, and can be taken back', async () => {
    const bo = team[1] as Person
    for (const [from, kind] of [
      [ana, 'on-time'],
      [ana, 'fair-play'],
      [bo, 'on-time'],
      [bo, 'on-time'],
    ] as const)
      await give(from, 'eve', kind)
    const shown = async () => (await (await ana.ask('/api/profiles/eve')).json<{ endorsements: unknown }>()).endorsements
    expect(await shown()).toEqual([
      { kind: 'on-time', count: 2, isMine: true },
      { kind: 'fair-play', count: 1, isMine: true },
    ])
    await takeBack(ana, 'eve')
    await takeBack(ana, 'eve')
    await takeBack(ana, 'eve', 'fair-play')
    expect(await shown()).toEqual([{ kind: 'on-time', count: 1, isMine: false }])
  })

  it('is told of once for each good thing', async () => {
    for (let i = 0; i < 2; i++) {
      await give(ana, 'eve')
      await deliverAll()
      await takeBack(ana, 'eve')
    }
    await give(ana, 'eve', 'fair-play')
    await deliverAll()
    expect((await rowsOf("SELECT text FROM notices WHERE user_id = 'eve' ORDER BY created_at")).map(({ text }) => text)).toEqual([
      'Always on time.',
      'Plays fair.',
    ])
    expect(office.sent.map(({ subject }) => subject)).toEqual(['Name of ana endorsed you', 'Name of ana endorsed you'])
  })

  it('by many at once keeps the numbers right', async () => {
    await Promise.all(
      Array.from({ length: 60 }, (_, i) => {
        const from = team[i % 4] as Person
        const kind = endorsementKinds[(i * 5) % 6]
        return (i * 7) % 3 === 0 ? takeBack(from, 'eve', kind) : give(from, 'eve', kind)
      }),
    )
    const counted = await rowsOf(
      `SELECT kind, count(*) AS count FROM endorsements GROUP BY kind
       UNION ALL SELECT '', count(DISTINCT from_id) FROM endorsements ORDER BY 1`,
    )
    expect(counted.length).toBeGreaterThan(2)
    expect(await rowsOf('SELECT kind, count FROM endorsement_totals WHERE count <> 0 ORDER BY 1')).toEqual(counted)
    await Promise.all(team.flatMap((from) => endorsementKinds.map((kind) => takeBack(from, 'eve', kind))))
    expect(await rowsOf('SELECT * FROM endorsement_totals WHERE count <> 0')).toEqual([])
  })
})
