import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { outreachLimits } from '../../domain/outreach/limits.ts'
import type { OwnTeamPage } from '../../domain/teams/contract.ts'
import { handOverDuration } from '../../domain/teams/rules.ts'
import { runChores } from '../../worker/cron.ts'
import { deliverAll, deliverNotices, holdQueues } from '../notifications/hold-queues.ts'
import { enter, type Person, putInTeams, rowsOf } from '../profiles/people.ts'
import { asAdmin, ask, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { noon } from '../setup/make-game-form.ts'

collectLog()
const queues = holdQueues()
const team = 'crew'

let [owner, heir, other, outsider] = [] as unknown as [Person, Person, Person, Person]

beforeAll(async () => {
  // The owner must have signed in recently to hand over.
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
  const people = await Promise.all(['owner', 'heir', 'other', 'outsider'].map((id) => enter(id)))
  ;[owner, heir, other, outsider] = people as [Person, Person, Person, Person]
})

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
  const tables = ['outreach', 'team_hand_overs', 'blocks', 'notices', 'team_changes', 'deleted_team_members', 'team_members', 'teams']
  await env.DB.batch(tables.map((table) => env.DB.prepare(`DELETE FROM ${table}`)))
  await putInTeams([team], ['owner', 'heir', 'other'])
  await env.DB.exec("UPDATE team_members SET role = 'owner' WHERE user_id = 'owner'")
  return () => void vi.useRealTimers()
})

const offer = (to: string, who = owner) => who.ask(`/api/teams/${team}/hand-over`, { method: 'POST', json: { to } })
const takeBack = (who = owner) => who.ask(`/api/teams/${team}/hand-over`, { method: 'DELETE' })
const answer = (who: Person, how: 'accept' | 'decline') => who.ask(`/api/teams/${team}/hand-over/${how}`, { method: 'POST' })
const codeOf = async (response: Response) => (response.ok ? 'ok' : (await readProblem(response)).code)
const ownersOf = async () => (await rowsOf("SELECT user_id FROM team_members WHERE role = 'owner'")).map((row) => row.user_id)
const offerOf = async (who: Person) => ((await (await who.ask('/api/teams/mine')).json()) as OwnTeamPage).teams[0]?.handOver
const titlesOf = async (who: string) => {
  await deliverNotices()
  return (await rowsOf('SELECT title FROM notices WHERE user_id = ? ORDER BY created_at, title', who)).map(({ title }) => title)
}
const remove = (who: string) => rowsOf('DELETE FROM team_members WHERE user_id = ?', who)

describe('A community that is pushed onto a member', () => {
  it('stays with its owner until the member accepts; both see the offer, others do not', async () => {
    expect((await offer('heir')).status).toBe(204)
    expect(await ownersOf()).toEqual(['owner'])
    const expiresAt = noon + handOverDuration
    expect(await offerOf(owner)).toMatchObject({ isToMe: false, person: { id: 'heir' }, expiresAt })
    expect(await offerOf(heir)).toMatchObject({ isToMe: true, person: { id: 'owner' }, expiresAt })
    expect(await offerOf(other)).toBeNull()
    expect(await titlesOf('heir')).toEqual(['Name of owner asks you to take over A team'])
    const answers = await Promise.all(Array.from({ length: 10 }, () => answer(heir, 'accept')))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(204))
    expect(await ownersOf()).toEqual(['heir'])
    expect(await rowsOf("SELECT role FROM team_members WHERE user_id = 'owner'")).toEqual([{ role: 'organizer' }])
    expect(await titlesOf('owner')).toEqual(['Name of heir is now the owner of A team'])
    expect(await codeOf(await offer('other'))).toBe('NotAllowed')
    await deliverAll()
  })

  it('is offered to one member at a time, however many requests arrive together', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => offer(i % 2 === 0 ? 'heir' : 'other')))
    expect(answers.filter(({ status }) => status === 204).length).toBe(1)
    expect(await codeOf(await offer('other'))).toBe('HandOverOpen')
    expect(await rowsOf('SELECT count(*) AS n FROM team_hand_overs')).toEqual([{ n: 1 }])
    await deliverAll()
  })

  const endings: [string, () => Promise<unknown>][] = [
    ['by someone else', async () => {}],
    ['after it was taken back', () => takeBack()],
    ['after it was declined', () => answer(heir, 'decline')],
    ['after seven days', async () => vi.setSystemTime(noon + handOverDuration)],
    ['after the member left', () => heir.ask(`/api/teams/${team}/members/me`, { method: 'DELETE' })],
    [
      'after the member left and came back',
      async () => {
        await heir.ask(`/api/teams/${team}/members/me`, { method: 'DELETE' })
        await env.DB.exec("INSERT INTO team_members (team_id, user_id, role, joined_at) VALUES ('crew', 'heir', 'member', 9)")
      },
    ],
    ['after the owner blocked the member', () => owner.ask('/api/privacy/blocks', { method: 'POST', json: { userIds: ['heir'] } })],
    ['after the community was deleted', () => owner.ask(`/api/teams/${team}?name=A team`, { method: 'DELETE' })],
    [
      'after an admin gave the community to another member',
      async () => {
        await env.DB.exec("UPDATE team_members SET role = 'organizer' WHERE user_id = 'owner'")
        expect((await ask(`/api/admin/teams/${team}/owner`, { method: 'PUT', json: { to: 'other' }, headers: asAdmin })).status).toBe(204)
      },
    ],
  ]
  it.each(endings)('cannot be taken over %s', async (when, end) => {
    expect((await offer('heir')).status).toBe(204)
    await end()
    const before = await ownersOf()
    for (const who of when === 'by someone else' ? [other, outsider] : [heir]) {
      expect(await codeOf(await answer(who, 'accept'))).toBe('HandOverOver')
    }
    expect(await ownersOf()).toEqual(before)
    await deliverAll()
  })

  it('cannot be offered by who does not own it, or to who is not in it', async () => {
    expect(await codeOf(await offer('other', heir))).toBe('NotAllowed')
    expect(await codeOf(await offer('heir', outsider))).toBe('TeamNotFound')
    expect(await codeOf(await offer('outsider'))).toBe('NotInTeam')
    expect(await codeOf(await offer('owner'))).toBe('AlreadyOwner')
    expect(await rowsOf('SELECT * FROM team_hand_overs')).toEqual([])
  })

  it('has one owner when it is accepted, taken back and left at the same moment', async () => {
    for (let round = 0; round < 6; round++) {
      await rowsOf('DELETE FROM outreach')
      const [from, to] = round % 2 === 0 ? [owner, heir] : [heir, owner]
      expect((await offer(to.id, from)).status).toBe(204)
      const [accepted] = await Promise.all([answer(to, 'accept'), takeBack(from), answer(to, 'accept')])
      expect(await ownersOf()).toEqual([accepted.ok ? to.id : from.id])
      if (!accepted.ok) break
    }
    await deliverAll()
  })

  it('tells the owner the same whether it was declined, not answered or met a block', async () => {
    const ends: (() => Promise<unknown>)[] = [
      () => answer(heir, 'decline'),
      async () => {
        vi.setSystemTime(Date.now() + handOverDuration)
        await runChores(env, Date.now())
      },
      () => heir.ask('/api/privacy/blocks', { method: 'POST', json: { userIds: ['owner'] } }),
    ]
    const told: unknown[] = []
    for (const end of ends) {
      await rowsOf('DELETE FROM notices')
      owner = await enter('owner')
      expect((await offer('heir')).status).toBe(204)
      await deliverNotices()
      await end()
      await deliverNotices()
      expect(await offerOf(owner)).toBeNull()
      told.push(await rowsOf("SELECT title, text, actor_id FROM notices WHERE user_id = 'owner'"))
    }
    expect(told[0]).toEqual([expect.objectContaining({ title: 'Nobody took over A team', actor_id: null })])
    expect(told).toEqual([told[0], told[0], told[0]])
    await deliverAll()
  })

  it('reaches the same person only a few times, and not a person with a block', async () => {
    const { max } = outreachLimits.handOver.toOnePerson
    const statuses: number[] = []
    for (let i = 0; i < max + 2; i++) {
      statuses.push((await offer('heir')).status)
      await deliverAll()
      await takeBack()
    }
    expect(statuses).toEqual([...Array(max).fill(204), 429, 429])
    expect(queues.sent.filter(({ to, subject }) => to === 'heir@local.test' && subject.includes('take over')).length).toBe(max)
    await other.ask('/api/privacy/blocks', { method: 'POST', json: { userIds: ['owner'] } })
    const [blocked, nobody] = [await offer('other'), await offer('nobody')]
    expect([blocked.status, await codeOf(blocked)]).toEqual([nobody.status, await codeOf(nobody)])
  })
})

describe('A stranded community', () => {
  const recover = (to: string, headers: Record<string, string> = asAdmin) =>
    ask(`/api/admin/teams/${team}/owner`, { method: 'PUT', json: { to }, headers })

  it('is given to a member by an admin, once', async () => {
    await env.DB.exec("UPDATE users SET deleted_at = 1 WHERE id = 'owner'")
    expect(await codeOf(await recover('outsider'))).toBe('NotInTeam')
    const answers = await Promise.all([recover('heir'), recover('other'), recover('heir')])
    expect(answers.filter(({ ok }) => ok).length).toBe(1)
    expect(await ownersOf()).toHaveLength(1)
    await env.DB.exec("UPDATE users SET deleted_at = NULL WHERE id = 'owner'")
    await remove('owner')
    await rowsOf("UPDATE team_members SET role = 'member'")
    expect((await recover('other')).status).toBe(204)
    expect(await ownersOf()).toEqual(['other'])
  })

  it('is not one that has an owner, and only admins can do it', async () => {
    expect(await codeOf(await recover('heir'))).toBe('TeamHasOwner')
    expect((await recover('heir', {})).status).toBe(404)
    const asOwner = await owner.ask(`/api/admin/teams/${team}/owner`, { method: 'PUT', json: { to: 'heir' } })
    expect(asOwner.status).toBe(404)
    expect(await ownersOf()).toEqual(['owner'])
  })
})
