import { describe, expect, it } from 'vitest'
import type { Viewer } from '../../domain/access/contract.ts'
import type { OpenConversation } from '../../domain/messages/contract.ts'
import { cancel, publishGame } from '../events/games.ts'
import type { Person } from '../profiles/people.ts'
import { ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { makeGameForm } from '../setup/make-game-form.ts'
import { makePerson, makeTeam, runSql } from './people.ts'

collectLog()

const asPerson = (viewer: Viewer): Person => ({ ...viewer, ask: (path, options = {}) => ask(path, { viewer, ...options }) })
const makePlayer = async (name: string) => asPerson(await makePerson(name))

const nextGameIn = async (person: Person, id: string) => {
  const answer = await person.ask(`/api/conversations/${id}`)
  expect(answer.status).toBe(200)
  return (await answer.json<OpenConversation>()).nextGameId
}

/** Moves a game on the clock, because the form accepts only times to come. */
const moveTo = (game: string, startsAt: number, endsAt: number) =>
  runSql('UPDATE events SET starts_at = ?, ends_at = ? WHERE id = ?', startsAt, endsAt, game)
const hour = 3_600_000

async function makeClub() {
  const [owner, member] = [await makePerson('Owner'), await makePerson('Member')]
  const teamId = await makeTeam(owner, member)
  const host = asPerson(owner)
  const play = (startsAt: number) =>
    publishGame(host, { visibility: 'team', teamId }).then(async (id) => {
      await moveTo(id, startsAt, startsAt + hour)
      return id
    })
  return { host, member: asPerson(member), teamId, play }
}

describe('On top of the conversation of a community stands', () => {
  it('its next game, also the one that runs now, until it is over or cancelled', async () => {
    const { host, member, teamId, play } = await makeClub()
    const id = `team_${teamId}`
    expect(await nextGameIn(member, id)).toBeNull()
    const now = Date.now()
    const [later, soon, running, over] = [
      await play(now + 9 * hour),
      await play(now + hour),
      await play(now - hour / 2),
      await play(now - 2 * hour),
    ]
    expect(over).not.toBe(running)
    expect(await nextGameIn(member, id)).toBe(running)
    await moveTo(running, now - 2 * hour, now - 1)
    expect(await nextGameIn(member, id)).toBe(soon)
    expect((await cancel(host, soon)).status).toBe(204)
    expect(await nextGameIn(member, id)).toBe(later)
  })

  it('the same game in its topics', async () => {
    const { host, member, teamId, play } = await makeClub()
    const answer = await host.ask(`/api/teams/${teamId}/topics`, { method: 'POST', json: { name: 'Carpools' } })
    const { id: topic } = await answer.json<{ id: string }>()
    const game = await play(Date.now() + hour)
    expect(await nextGameIn(member, `topic_${topic}`)).toBe(game)
  })

  it('no draft, and no game of a host with a block', async () => {
    const { host, member, teamId, play } = await makeClub()
    const form = makeGameForm({ visibility: 'team', teamId })
    const draft = await host.ask('/api/events', {
      method: 'POST',
      json: { form, repeat: null, publish: { when: 'never' }, idempotencyKey: crypto.randomUUID() },
    })
    expect(draft.status).toBe(201)
    expect(await nextGameIn(member, `team_${teamId}`)).toBeNull()
    await play(Date.now() + hour)
    await runSql("INSERT INTO blocks (id, blocker_id, blocked_id, created_at) VALUES ('game-block', ?, ?, 1)", host.id, member.id)
    expect(await nextGameIn(member, `team_${teamId}`)).toBeNull()
  })
})

it('On top of the conversation of a game stands that game until it is over. People who just talk have none', async () => {
  const [host, other] = [await makePlayer('Host'), await makePlayer('Other')]
  const game = await publishGame(host)
  expect(await nextGameIn(host, `event_${game}`)).toBe(game)
  await moveTo(game, 1, 2)
  expect(await nextGameIn(host, `event_${game}`)).toBeNull()
  const started = await host.ask('/api/conversations', { method: 'POST', json: { userId: other.id } })
  expect(await nextGameIn(host, (await started.json<{ id: string }>()).id)).toBeNull()
})
