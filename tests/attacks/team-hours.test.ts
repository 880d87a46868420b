import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Availability } from '../../domain/availability/contract.ts'
import type { TeamHours } from '../../domain/team-hours/contract.ts'
import { timeText, weekdays } from '../../domain/time/clock.ts'
import { day, hour } from '../../domain/time/spans.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { asPerson } from '../../worker/teams/actor.ts'
import { addMember, leaveTeam } from '../../worker/teams/change-members.ts'
import { schedule, throwDice } from '../availability/schedules.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { enterAndSetUp, type Person } from '../profiles/people.ts'
import { collectLog } from '../setup/log.ts'
import { addTeam, look, setHours, share } from '../team-hours/people.ts'
import { buildWorld } from '../world/build-world.ts'

collectLog()
holdQueues()

const start = Date.UTC(2027, 0, 4, 15)

beforeAll(() => buildWorld(env.DB, ['cities:some']))
afterEach(() => vi.useRealTimers())

/** Only the date moves. Timers stay real, because the database needs them. */
const goTo = (now: number) => vi.useFakeTimers({ now, toFake: ['Date'] })

const names = ['ann', 'ben', 'cid', 'dee'] as const
const evening = (weekday: (typeof weekdays)[number]) =>
  schedule('America/Chicago', { [weekday]: ['18:00-21:00'], saturday: ['09:00-12:00'] })
const hours: readonly Availability[] = [evening('monday'), evening('tuesday'), evening('wednesday'), evening('thursday')]

/**
 * Two communities with the same numbers. But in the second one, each person has the hours that another person has in the first one. An
 * attacker who sees a difference between the two learns whose hours are whose.
 */
async function openTwins(name: string) {
  goTo(start)
  const attackers = await Promise.all([0, 1].map((index) => enterAndSetUp(`${name}-spy-${index}`, { displayName: `Spy ${index}` })))
  const twins = []
  for (const [turn, twin] of ['x', 'y'].entries()) {
    const id = `${name}-${twin}`
    const people: Person[] = []
    for (const [index, person] of names.entries()) {
      const one = await enterAndSetUp(`${id}-${person}`, { displayName: `Name ${person}` })
      await setHours(one, hours[(index + turn) % hours.length] ?? evening('monday'))
      people.push(one)
    }
    const owner = await enterAndSetUp(`${id}-owner`, { displayName: 'Name owner' })
    await addTeam(id, { [owner.id]: 'owner', ...Object.fromEntries([...people, ...attackers].map((person) => [person.id, 'member'])) })
    twins.push({ id, owner, people })
  }
  return { attackers, twins }
}

type Twin = Awaited<ReturnType<typeof openTwins>>['twins'][number]

/** Everything that an answer says, without the name of the community. */
const withoutName = ({ team: _, ...rest }: TeamHours) => rest

const shareAll = async (twins: readonly Twin[]) => {
  for (const { id, people } of twins) for (const person of people) expect(await share(person, id)).toBe(204)
}

describe('A member who wants to know when one person is free', () => {
  it('learns nothing by blocking people, filtering, changing own hours or asking with a second account', async () => {
    const { attackers, twins } = await openTwins('swap')
    await shareAll(twins)
    goTo(start + 3 * day)
    const dice = throwDice(5)
    const zones = ['America/Chicago', 'Pacific/Pago_Pago', 'Pacific/Kiritimati', 'Asia/Kathmandu']
    const filters = ['', '?role=owner&min=1', '?people=ann&min=4', '?zone=Asia/Kathmandu']
    const transcripts: unknown[][] = [[], []]
    const lookAtBoth = async (spy: Person) => {
      for (const filter of filters) {
        for (const [index, twin] of twins.entries()) transcripts[index]?.push(withoutName(await look(spy, twin.id, filter)))
      }
    }
    for (let round = 0; round < names.length; round++) {
      goTo(start + (3 + round) * day + dice.below(20) * hour)
      for (const spy of attackers) {
        const from = dice.below(47)
        const probe = [`${timeText(from * 30)}-${timeText((from + 1) * 30)}`]
        await setHours(spy, schedule(dice.pick(zones), { [dice.pick(weekdays)]: probe }, { '2027-01-09': probe }))
        const isSharing = round > 1 && dice.below(2) === 0
        for (const { id } of twins) await share(spy, id, isSharing)
        await lookAtBoth(spy)
        // The same person of both communities is blocked and unblocked again.
        const target = names[round % names.length]
        const blockedIds: string[] = []
        for (const { id } of twins) {
          const answer = await spy.ask('/api/privacy/blocks', { method: 'POST', json: { userIds: [`${id}-${target}`] } })
          expect(answer.ok).toBe(true)
          const { blocklist } = await (await spy.ask('/api/privacy/blocks')).json<{ blocklist: { id: string; userId: string }[] }>()
          blockedIds.push(...blocklist.filter(({ userId }) => userId === `${id}-${target}`).map((entry) => entry.id))
        }
        expect(blockedIds).toHaveLength(2)
        await lookAtBoth(spy)
        for (const blockId of blockedIds) await spy.ask(`/api/privacy/blocks/${blockId}`, { method: 'DELETE' })
      }
    }
    expect(transcripts[0]?.length).toBeGreaterThan(60)
    expect(new Set(transcripts[0]?.map((answer) => JSON.stringify(answer))).size).toBeGreaterThan(4)
    expect(transcripts[1]).toEqual(transcripts[0])
    const text = JSON.stringify(transcripts)
    for (const secret of ['Name ', 'swap-', 'ann', 'pictureUrl']) expect(text).not.toContain(secret)
  })

  it('cannot tell apart two people who start to share, or change their week, on the same day', async () => {
    const { attackers, twins } = await openTwins('same-day')
    const [spy] = attackers
    if (!spy) throw new Error('There is a spy')
    // Four others share already, so that there are numbers to watch.
    for (const { id, owner } of twins) {
      const regulars = await Promise.all([0, 1, 2, 3].map((index) => enterAndSetUp(`${id}-regular-${index}`)))
      for (const regular of regulars) {
        await setHours(regular, evening('friday'))
        await addMember(openPrimary(env.DB), { now: start, newId: () => crypto.randomUUID() }, asPerson(owner.id), id, regular.id)
        await share(regular, id)
      }
    }
    const watch = async (hoursToWatch: number, act: (hour: number, twin: Twin) => Promise<unknown>) => {
      const from = Date.now()
      const transcripts: unknown[][] = [[], []]
      for (let passed = 0; passed < hoursToWatch; passed += 1) {
        goTo(from + passed * hour)
        for (const [index, twin] of twins.entries()) {
          await act(passed, twin)
          transcripts[index]?.push(withoutName(await look(spy, twin.id)))
        }
      }
      expect(
        new Set(transcripts[0]?.map((answer) => JSON.stringify(answer, (key, value) => (key === 'now' ? 0 : value)))).size,
      ).toBeGreaterThan(1)
      expect(transcripts[1]).toEqual(transcripts[0])
    }
    goTo(start + 3 * day)
    // Ann starts in the third hour and the others in the fifth, in both communities. Only together have they the same hours.
    await watch(17, async (passed, { id, people }) => {
      if (passed === 2) await share(people[0] as Person, id)
      if (passed === 4) for (const person of people.slice(1)) await share(person, id)
    })
    const late = (index: number) => schedule('America/Chicago', { [weekdays[index] ?? 'monday']: ['06:00-08:00'] })
    goTo(start + 6 * day)
    await watch(41, async (passed, { id, people }) => {
      const turn = id.endsWith('y') ? 1 : 0
      if (passed === 2) await setHours(people[0] as Person, late(turn))
      if (passed === 4) for (const [index, person] of people.slice(1).entries()) await setHours(person, late((index + 1 + turn) % 4))
    })
  })

  it('sees nothing of two others by leaving, joining again, and sharing or not', async () => {
    goTo(start)
    const [spy, owner, ...victims] = await Promise.all(['spy', 'owner', 'one', 'two'].map((name) => enterAndSetUp(`small-${name}`)))
    if (!spy || !owner) throw new Error('The people are there')
    await addTeam('small', { [owner.id]: 'owner', ...Object.fromEntries([spy, ...victims].map(({ id }) => [id, 'member'])) })
    for (const person of [spy, ...victims]) {
      await setHours(person, evening('monday'))
      await share(person, 'small')
    }
    const answers: string[] = []
    const clock = () => ({ now: Date.now(), newId: () => crypto.randomUUID() })
    for (let round = 0; round < 4; round++) {
      goTo(start + (2 + 3 * round) * day)
      for (const isSharing of [true, false]) {
        await share(spy, 'small', isSharing)
        const { counts, sharing, best, people } = await look(spy, 'small')
        answers.push(JSON.stringify({ counts, sharing, best, people }))
      }
      await leaveTeam(openPrimary(env.DB), clock(), spy.id, 'small')
      expect((await spy.ask('/api/teams/small/hours')).status).toBe(404)
      await addMember(openPrimary(env.DB), clock(), asPerson(owner.id), 'small', spy.id)
    }
    expect(new Set(answers)).toEqual(new Set([JSON.stringify({ counts: null, sharing: null, best: [], people: null })]))
  })
})
