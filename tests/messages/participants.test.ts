import { expect, it } from 'vitest'
import type { Viewer } from '../../domain/access/contract.ts'
import { type Participants, participantPageSize } from '../../domain/messages/contract.ts'
import { join, publishGame } from '../events/games.ts'
import { addCrowd, crowd, type Person, rowsRead } from '../profiles/people.ts'
import { ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { makeFriends, makePerson, makeTeam, runSql } from './people.ts'

collectLog()

const readPage = (viewer: Viewer, id: string, cursor?: string) =>
  ask(`/api/conversations/${id}/participants${cursor ? `?cursor=${cursor}` : ''}`, { viewer })

async function idsOf(viewer: Viewer, id: string): Promise<string[]> {
  const { participants } = (await (await readPage(viewer, id)).json()) as Participants
  return participants.map((face) => face.id)
}

const idsIn = (...viewers: Viewer[]) => viewers.map(({ id }) => id).toSorted()
const asPerson = (viewer: Viewer): Person => ({ ...viewer, ask: (path, options = {}) => ask(path, { viewer, ...options }) })

it('The people of a community are listed in pages, each for as many rows as it shows', async () => {
  const [owner, member] = [await makePerson('Owner'), await makePerson('Member')]
  const team = await makeTeam(owner, member)
  await addCrowd(crowd('crowd', 1000))
  await runSql(
    "INSERT INTO team_members (team_id, user_id, role, joined_at) SELECT ?, id, 'member', 1 FROM users WHERE id LIKE 'crowd-%'",
    team,
  )
  const found: string[] = []
  for (let next: string | null = null; ; ) {
    const answer = await readPage(member, `team_${team}`, next ?? undefined)
    expect(rowsRead(answer)).toBeLessThan(4 * participantPageSize)
    const page = (await answer.json()) as Participants
    found.push(...page.participants.map(({ id }) => id))
    next = page.next
    if (next === null) break
  }
  expect(found).toHaveLength(1002)
  expect(new Set(found).size).toBe(1002)
})

it('The people of a topic are those who have not turned it off, without whom the viewer may not see', async () => {
  const [owner, member, quiet, blocked] = [
    await makePerson('Owner'),
    await makePerson('Member'),
    await makePerson('Quiet'),
    await makePerson('Blocked'),
  ]
  const team = await makeTeam(owner, member, quiet, blocked)
  const answer = await ask(`/api/teams/${team}/topics`, { method: 'POST', viewer: owner, json: { name: 'Carpools' } })
  const { id: topic } = (await answer.json()) as { id: string }
  for (const channel of ['email', 'push'])
    await ask('/api/notifications/settings', { method: 'PATCH', viewer: quiet, json: { topic, channel, isOn: false } })
  await ask('/api/privacy/blocks', { method: 'POST', viewer: blocked, json: { userIds: [member.id] } })
  expect(await idsOf(owner, `topic_${topic}`)).toEqual(idsIn(owner, member, blocked))
  expect(await idsOf(member, `topic_${topic}`)).toEqual(idsIn(owner, member))
  expect((await readPage(quiet, `topic_${topic}`)).status).toBe(404)
})

it('The people of a game are its host and who goes, and those of a direct conversation are both', async () => {
  const [host, player, outsider] = [await makePerson('Host'), await makePerson('Player'), await makePerson('Outsider')]
  const game = await publishGame(asPerson(host), { title: 'Doubles' })
  expect((await join(asPerson(player), game)).status).toBeLessThan(300)
  expect(await idsOf(player, `event_${game}`)).toEqual(idsIn(host, player))
  expect((await readPage(outsider, `event_${game}`)).status).toBe(404)
  const { anna, ben, id } = await makeFriends()
  expect(await idsOf(anna, id)).toEqual(idsIn(anna, ben))
  expect((await readPage(anna, id, 'invented')).status).toBe(400)
})
