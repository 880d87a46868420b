import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cancel, getLive, join, publishGame, statesOf } from '../events/games.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { enter, type Person, putInTeams, rowsOf } from '../profiles/people.ts'
import { collectLog } from '../setup/log.ts'

collectLog()
holdQueues()
let teams = 0
let team = ''
const ids = ['owner', 'captain', 'player', 'other']

let [owner, captain, player, other] = [] as unknown as [Person, Person, Person, Person]

const giveRole = (role: string) => rowsOf('UPDATE team_members SET role = ?1 WHERE user_id = ?1 AND team_id = ?2', role, team)

beforeAll(async () => {
  ;[owner, captain, player, other] = (await Promise.all(ids.map((id) => enter(id)))) as [Person, Person, Person, Person]
})

beforeEach(async () => {
  team = `crew-${++teams}`
  await putInTeams([team], ids)
  await giveRole('owner')
  await giveRole('captain')
})

const removal = (who: Person) => owner.ask(`/api/teams/${team}/members/${who.id}`, { method: 'DELETE' })
const leaving = (who: Person) => who.ask(`/api/teams/${team}/members/me`, { method: 'DELETE' })
const membersOnly = (host: Person, form: object = {}) => publishGame(host, { visibility: 'team', teamId: team, capacity: 2, ...form })

describe.each([
  ['was removed', removal],
  ['left', leaving],
] as const)('Somebody who %s', (_, end) => {
  it('loses the seat in members-only games, and reads nothing of them', async () => {
    const id = await membersOnly(owner)
    await join(player, id)
    await join(other, id)
    expect((await end(player)).status).toBe(204)
    expect(await statesOf(id)).toEqual(expect.arrayContaining(['player left', 'other going']))
    for (const path of [`/api/events/${id}`, `/api/events/${id}/live`]) expect((await player.ask(path)).status).toBe(404)
    expect((await getLive(owner, id)).taken).toBe(1)
    expect((await join(player, id)).status).toBe(404)
  })

  it('keeps the seat in public games of the community', async () => {
    const id = await publishGame(owner, { teamId: team })
    await join(player, id)
    expect((await end(player)).status).toBe(204)
    expect(await statesOf(id)).toEqual(['player going'])
  })

  it('no longer hosts its games: they pass to the owner', async () => {
    const [hidden, open] = [await membersOnly(captain), await publishGame(captain, { teamId: team })]
    await join(other, hidden)
    expect((await end(captain)).status).toBe(204)
    for (const id of [hidden, open]) {
      expect((await captain.ask(`/api/events/${id}/manage`)).status).toBeGreaterThanOrEqual(403)
      expect((await cancel(captain, id)).status).toBeGreaterThanOrEqual(403)
      expect(await rowsOf('SELECT creator_id AS host, state FROM events WHERE id = ?', id)).toEqual([{ host: 'owner', state: 'published' }])
    }
    expect((await cancel(owner, hidden)).status).toBe(204)
  })
})

it('Whose removal is refused keeps everything', async () => {
  const id = await membersOnly(owner)
  await join(player, id)
  expect((await other.ask(`/api/teams/${team}/members/player`, { method: 'DELETE' })).status).toBe(403)
  expect(await statesOf(id)).toEqual(['player going'])
})
