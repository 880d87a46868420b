import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { endorsementKinds } from '../../domain/endorsements/contract.ts'
import { endorse } from '../../worker/endorsements/commands.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { deliverAll, holdQueues } from '../notifications/hold-queues.ts'
import { befriend, block, enter, markDeleted, type Person, putInTeams, rowsOf } from '../profiles/people.ts'
import { readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'

collectLog()
const queues = holdQueues()

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

const giveEndorsement = (from: Person, id: string, kind = 'on-time') => from.ask(`/api/endorsements/${id}/${kind}`, { method: 'PUT' })
const withdraw = (from: Person, id: string, kind = 'on-time') => from.ask(`/api/endorsements/${id}/${kind}`, { method: 'DELETE' })

describe('Endorsing', () => {
  it('is possible for teammates and connections', async () => {
    const friend = await enter('friend')
    expect((await giveEndorsement(friend, 'eve')).status).toBe(404)
    await befriend('friend', 'eve')
    expect((await giveEndorsement(friend, 'eve')).status).toBe(204)
    expect((await giveEndorsement(ana, 'eve')).status).toBe(204)
  })

  it.each([
    'oneself',
    'a person who blocked the viewer',
    'a person the viewer blocked',
    'a deleted account',
    'a stranger',
    'an unknown id',
  ])('is refused for %s', async (who) => {
    await Promise.all(['stranger', 'leaver'].map((id) => enter(id)))
    await befriend('ana', 'leaver')
    await markDeleted('leaver')
    const ids: Record<string, string> = {
      oneself: 'ana',
      'a deleted account': 'leaver',
      'a stranger': 'stranger',
      'an unknown id': 'nobody-at-all',
    }
    const id = ids[who] ?? 'bo'
    if (who === 'a person who blocked the viewer') await block('bo', 'ana')
    if (who === 'a person the viewer blocked') await block('ana', 'bo')
    expect(await readProblem(await giveEndorsement(ana, id))).toMatchObject({ code: 'PersonNotFound', title: 'User not found' })
    expect(await rowsOf('SELECT * FROM endorsement_totals')).toEqual([])
    expect(queues.notices).toEqual([])
  })

  it('changes nothing if the person blocked the viewer or deleted their account just before the write', async () => {
    await block('bo', 'ana')
    await enter('leaver')
    await markDeleted('leaver')
    for (const id of ['bo', 'leaver']) {
      const db = openPrimary(env.DB)
      await endorse(db, { now: 1, newId: () => crypto.randomUUID() }, 'ana', id, 'on-time')
      expect(db.outboxIds).toEqual([])
    }
    expect(await rowsOf('SELECT * FROM endorsements')).toEqual([])
    expect(await rowsOf('SELECT * FROM endorsement_totals')).toEqual([])
  })

  it('is refused for an unknown strength', async () => expect((await giveEndorsement(ana, 'eve', 'nice-shoes')).status).toBe(400))

  it('shows on the profile, marks the viewer’s own, and can be withdrawn', async () => {
    const bo = team[1] as Person
    for (const [from, kind] of [
      [ana, 'on-time'],
      [ana, 'fair-play'],
      [bo, 'on-time'],
      [bo, 'on-time'],
    ] as const)
      await giveEndorsement(from, 'eve', kind)
    const readEndorsements = async () => (await (await ana.ask('/api/profiles/eve')).json<{ endorsements: unknown }>()).endorsements
    expect(await readEndorsements()).toEqual([
      { kind: 'on-time', count: 2, isMine: true },
      { kind: 'fair-play', count: 1, isMine: true },
    ])
    await withdraw(ana, 'eve')
    await withdraw(ana, 'eve')
    await withdraw(ana, 'eve', 'fair-play')
    expect(await readEndorsements()).toEqual([{ kind: 'on-time', count: 1, isMine: false }])
  })

  it('sends one notification for each strength', async () => {
    for (let i = 0; i < 2; i++) {
      await giveEndorsement(ana, 'eve')
      await deliverAll()
      await withdraw(ana, 'eve')
    }
    await giveEndorsement(ana, 'eve', 'fair-play')
    await deliverAll()
    expect((await rowsOf("SELECT text FROM notices WHERE user_id = 'eve' ORDER BY created_at")).map(({ text }) => text)).toEqual([
      'Always on time.',
      'Plays fair.',
    ])
    expect(queues.sent.map(({ subject }) => subject)).toEqual(['Name of ana endorsed you', 'Name of ana endorsed you'])
  })

  it('by many people at once keeps the counts correct', async () => {
    await Promise.all(
      Array.from({ length: 60 }, (_, i) => {
        const from = team[i % 4] as Person
        const kind = endorsementKinds[(i * 5) % 6]
        return (i * 7) % 3 === 0 ? withdraw(from, 'eve', kind) : giveEndorsement(from, 'eve', kind)
      }),
    )
    const expectedTotals = await rowsOf(
      `SELECT kind, count(*) AS count FROM endorsements GROUP BY kind
       UNION ALL SELECT '', count(DISTINCT from_id) FROM endorsements ORDER BY 1`,
    )
    expect(expectedTotals.length).toBeGreaterThan(2)
    expect(await rowsOf('SELECT kind, count FROM endorsement_totals WHERE count <> 0 ORDER BY 1')).toEqual(expectedTotals)
    await Promise.all(team.flatMap((from) => endorsementKinds.map((kind) => withdraw(from, 'eve', kind))))
    expect(await rowsOf('SELECT * FROM endorsement_totals WHERE count <> 0')).toEqual([])
  })
})
