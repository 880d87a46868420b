import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { NotificationSettings } from '../../domain/notifications/contract.ts'
import {
  maxAnnouncementsPerDay,
  type ReaderPage,
  type TeamAnnouncement,
  type TeamAnnouncementPage,
} from '../../domain/team-announcements/contract.ts'
import { maxUnreadAnnouncements } from '../../domain/team-announcements/limits.ts'
import type { TeamTopic } from '../../domain/team-topics/contract.ts'
import type { OwnTeamPage } from '../../domain/teams/contract.ts'
import type { TeamDetail } from '../../domain/teams/detail-contract.ts'
import { day } from '../../domain/time/spans.ts'
import { asPerson } from '../../worker/teams/actor.ts'
import { leaveTeam } from '../../worker/teams/change-members.ts'
import { bringTeamBack, deleteTeam } from '../../worker/teams/delete-team.ts'
import { deliverNotices, holdQueues, queueWaitingMails } from '../notifications/hold-queues.ts'
import { addCrowd, block, crowd, markDeleted, type Person, putInTeams, rowsOf, rowsRead } from '../profiles/people.ts'
import { codeOf, makeTeam } from '../roster/people.ts'
import { readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { db, nextClock, purgeDeletedTeams } from '../teams/people.ts'

collectLog()
const queues = holdQueues()
afterEach(() => vi.useRealTimers())

type Team = Awaited<ReturnType<typeof makeTeam<'organizer' | 'captain' | 'member'>>>
const openTeam = () => makeTeam('organizer', 'captain', 'member')

let keys = 0
const announce = (team: Team, who: Person, more: object = {}) => {
  keys += 1
  return team.send(who, 'POST', '/announcements', {
    title: 'Courts',
    text: 'We play on court 3.',
    idempotencyKey: `news-key-${keys}`,
    ...more,
  })
}
async function announced(team: Team, more: object = {}, who: Person = team.organizer): Promise<TeamAnnouncement> {
  const answer = await announce(team, who, more)
  expect(answer.status).toBe(201)
  return answer.json()
}
async function addTopic(team: Team, name: string): Promise<string> {
  return (await (await team.send(team.owner, 'POST', '/topics', { name })).json<TeamTopic>()).id
}
const list = async (team: Team, who: Person, query = '') =>
  (await team.read<TeamAnnouncementPage>(who, `/announcements${query}`)).announcements
const read = (team: Team, who: Person, ...ids: string[]) => team.send(who, 'POST', '/announcements/read', { ids })
const readersOf = async (team: Team, who: Person, id: string, query = '') =>
  (await team.read<ReaderPage>(who, `/announcements/${id}/readers${query}`)).people.map(({ person }) => person.id)
const change = (team: Team, who: Person, id: string, more: object = {}) =>
  team.send(who, 'PUT', `/announcements/${id}`, { title: 'Courts', text: 'Now on court 4.', version: 1, ...more })
const remove = (team: Team, who: Person, id: string) => team.send(who, 'DELETE', `/announcements/${id}`)
const unread = async (team: Team, who: Person) => (await team.read<TeamDetail>(who, '/detail')).unreadAnnouncements
const joined = (id: string) => rowsOf('UPDATE teams SET members = (SELECT count(*) FROM team_members WHERE team_id = ?1) WHERE id = ?1', id)

describe('Announcements of a community', () => {
  it('are written by owners and organizers, and read by members', async () => {
    const team = await openTeam()
    for (const who of [team.captain, team.member]) expect(await codeOf(await announce(team, who))).toBe('NotAllowed')
    expect(await codeOf(await announce(team, team.stranger))).toBe('TeamNotFound')
    const topicId = await addTopic(team, 'Games')
    const { id } = await announced(team, { topicId, text: '**Court 3** at [the park](https://park.example)' })
    const [seen] = await list(team, team.member)
    expect(seen).toMatchObject({ id, topic: { id: topicId, name: 'Games' }, title: 'Courts', author: { id: team.organizer.id } })
    expect(seen).toMatchObject({ editedAt: null, isRead: false, isNew: true, readers: null, text: null })
    expect(seen?.body).toMatchObject([
      { kind: 'paragraph', runs: [{ text: 'Court 3', isBold: true }, {}, { href: 'https://park.example/' }] },
    ])
    expect(await codeOf(await team.send(team.stranger, 'GET', '/announcements'))).toBe('TeamNotFound')
  })

  it('are newest first in pages, of all topics or of one', async () => {
    const team = await openTeam()
    const topicId = await addTopic(team, 'Games')
    await rowsOf(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 45) INSERT INTO team_announcements (id, team_id, topic_id, title, text, created_at)
        SELECT 'of-${team.id}-' || i, ?, iif(i % 2, ?, NULL), '', 'x', 10 + i / 3 FROM n`,
      team.id,
      topicId,
    )
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: TeamAnnouncementPage = await team.read(team.member, `/announcements${cursor ? `?cursor=${cursor}` : ''}`)
      seen.push(...page.announcements.map(({ id }) => id))
      cursor = page.next
    } while (cursor)
    expect(new Set(seen).size).toBe(45)
    expect(seen).toHaveLength(45)
    const ofTopic = await list(team, team.member, `?topic=${topicId}`)
    expect(ofTopic).toHaveLength(20)
    expect(ofTopic.every(({ topic }) => topic?.id === topicId)).toBe(true)
    const other = await openTeam()
    expect(await list(other, other.member, `?topic=${topicId}`)).toEqual([])
  })

  it('are sent once by a repeated request', async () => {
    const team = await openTeam()
    const answers = await Promise.all([1, 2, 3].map(() => announce(team, team.owner, { idempotencyKey: 'the-same-key' })))
    expect(new Set(await Promise.all(answers.map(async (answer) => (await answer.json<TeamAnnouncement>()).id))).size).toBe(1)
    await deliverNotices()
    expect(await list(team, team.member)).toHaveLength(1)
    expect(await rowsOf('SELECT 1 FROM notices WHERE user_id = ?', team.member.id)).toHaveLength(1)
  })

  it('are limited per day, also if they are sent at once or deleted in between', async () => {
    const team = await openTeam()
    const first = await announced(team)
    expect((await remove(team, team.owner, first.id)).status).toBe(204)
    const answers = await Promise.all(Array.from({ length: maxAnnouncementsPerDay + 3 }, () => announce(team, team.owner)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(maxAnnouncementsPerDay - 1)
    const refused = await readProblem(await announce(team, team.organizer))
    expect(refused).toMatchObject({ code: 'TooManyAnnouncements', title: expect.stringContaining(String(maxAnnouncementsPerDay)) })
    await rowsOf(
      'UPDATE team_announcements SET created_at = created_at - ?2, deleted_at = deleted_at - ?2 WHERE team_id = ?1',
      team.id,
      day + 1,
    )
    await announced(team)
    expect(await rowsOf('SELECT 1 FROM team_announcements WHERE team_id = ? AND deleted_at IS NOT NULL', team.id)).toEqual([])
  })

  it.each([
    ['text', { text: '   ' }],
    ['text', { text: 'x'.repeat(5001) }],
    ['title', { title: 'x'.repeat(101) }],
    ['topicId', { topicId: 'no id!' }],
  ])('refuse a wrong %s with the field', async (field, more) => {
    const team = await openTeam()
    const answer = await announce(team, team.owner, more)
    expect(answer.status).toBe(400)
    expect((await readProblem(answer)).issues).toMatchObject([{ path: field, message: expect.stringMatching(/^[A-Z].*\.$/) }])
  })

  it('take only topics of their own community', async () => {
    const [team, other] = [await openTeam(), await openTeam()]
    const topicId = await addTopic(other, 'Games')
    expect(await readProblem(await announce(team, team.owner, { topicId }))).toMatchObject({
      code: 'TopicNotFound',
      issues: [{ path: 'topicId' }],
    })
    const { id } = await announced(team)
    expect(await codeOf(await change(team, team.owner, id, { topicId }))).toBe('TopicNotFound')
    expect(await codeOf(await change(other, other.owner, id))).toBe('AnnouncementNotFound')
    expect(await codeOf(await remove(other, other.owner, id))).toBe('AnnouncementNotFound')
    expect((await read(other, other.member, id)).status).toBe(204)
    expect(await rowsOf('SELECT 1 FROM team_announcement_reads WHERE announcement_id = ?', id)).toEqual([])
    expect(await codeOf(await other.send(other.owner, 'GET', `/announcements/${id}/readers`))).toBe('AnnouncementNotFound')
  })

  it('are marked when they are edited, and a second tab overwrites nothing', async () => {
    const team = await openTeam()
    const { id } = await announced(team)
    for (const who of [team.captain, team.member]) expect(await codeOf(await change(team, who, id))).toBe('NotAllowed')
    expect(await codeOf(await change(team, team.stranger, id))).toBe('TeamNotFound')
    const changed = await (await change(team, team.owner, id)).json<TeamAnnouncement>()
    expect(changed).toMatchObject({ text: 'Now on court 4.', editedAt: expect.any(Number), version: 2 })
    expect(await codeOf(await change(team, team.organizer, id, { text: 'Now on court 5.' }))).toBe('AnnouncementVersionConflict')
    expect((await list(team, team.member))[0]?.editedAt).not.toBeNull()
    await deliverNotices()
    expect(await rowsOf('SELECT 1 FROM notices WHERE user_id = ?', team.member.id)).toHaveLength(1)
  })

  it('are gone with who read them and their notifications once they are deleted', async () => {
    const team = await openTeam()
    const { id } = await announced(team)
    await deliverNotices()
    await read(team, team.member, id)
    for (const who of [team.captain, team.member]) expect(await codeOf(await remove(team, who, id))).toBe('NotAllowed')
    expect(await codeOf(await remove(team, team.stranger, id))).toBe('TeamNotFound')
    expect((await remove(team, team.owner, id)).status).toBe(204)
    expect(await codeOf(await remove(team, team.owner, id))).toBe('AnnouncementNotFound')
    expect(await codeOf(await change(team, team.owner, id))).toBe('AnnouncementNotFound')
    expect(await list(team, team.member)).toEqual([])
    expect(await rowsOf('SELECT title, text, reads FROM team_announcements WHERE id = ?', id)).toEqual([{ title: '', text: '', reads: 0 }])
    expect(await rowsOf('SELECT 1 FROM notices WHERE user_id = ?', team.member.id)).toEqual([])
    // It was deleted before its notifications went out.
    const second = await announced(team)
    await remove(team, team.owner, second.id)
    await deliverNotices()
    expect(await rowsOf('SELECT 1 FROM notices WHERE user_id = ?', team.member.id)).toEqual([])
  })

  it('stay without a topic when it is deleted', async () => {
    const team = await openTeam()
    const topicId = await addTopic(team, 'Games')
    const { id } = await announced(team, { topicId })
    expect((await team.send(team.owner, 'DELETE', `/topics/${topicId}`)).status).toBe(204)
    expect(await list(team, team.member)).toMatchObject([{ id, topic: null }])
  })

  it.each([
    ['blocked its author', true],
    ['was blocked by its author', false],
  ])(
    'are neither listed nor counted for a member who %s, but for those who may announce they are, without a name',
    async (_, isBlocker) => {
      const team = await openTeam()
      const [hidden, shown] = [await announced(team), await announced(team, {}, team.owner)]
      const meet = (one: Person) => block(...(isBlocker ? ([one.id, team.organizer.id] as const) : ([team.organizer.id, one.id] as const)))
      expect([await unread(team, team.member), await unread(team, team.owner)]).toEqual([2, 1])
      for (const one of [team.member, team.owner]) await meet(one)
      expect((await list(team, team.member)).map(({ id }) => id)).toEqual([shown.id])
      expect(await unread(team, team.member)).toBe(1)
      const { teams } = await (await team.member.ask('/api/teams/mine')).json<OwnTeamPage>()
      expect(teams.find(({ id }) => id === team.id)?.unreadAnnouncements).toBe(1)
      expect((await list(team, team.owner)).find(({ id }) => id === hidden.id)).toMatchObject({ author: null, isNew: true })
      expect(await unread(team, team.owner)).toBe(1)
      expect(await list(team, team.captain)).toHaveLength(2)
      expect(await unread(team, team.captain)).toBe(2)
    },
  )

  it('have no name after the account of their author is deleted', async () => {
    const team = await openTeam()
    const { id } = await announced(team)
    expect(await list(team, team.captain)).toMatchObject([{ id, author: { id: team.organizer.id } }])
    await markDeleted(team.organizer.id)
    expect(await list(team, team.captain)).toMatchObject([{ id, author: null }])
  })

  it('survive the deletion of their community until its data is deleted', async () => {
    const team = await openTeam()
    const topicId = await addTopic(team, 'Games')
    const { id } = await announced(team, { topicId })
    await read(team, team.member, id)
    await deleteTeam(db(), nextClock(), asPerson(team.owner.id), team.id)
    expect((await team.send(team.member, 'GET', '/announcements')).status).toBe(404)
    await rowsOf('UPDATE teams SET purge_at = 9000000000000 WHERE id = ?', team.id)
    await bringTeamBack(db(), nextClock(), team.owner.id, team.id)
    expect(await list(team, team.owner)).toMatchObject([{ id, readers: { read: 1 } }])
    await deleteTeam(db(), nextClock(), asPerson(team.owner.id), team.id)
    await purgeDeletedTeams()
    expect(await rowsOf('SELECT 1 FROM team_announcements WHERE team_id = ?', team.id)).toEqual([])
    expect(await rowsOf('SELECT 1 FROM team_announcement_reads WHERE announcement_id = ?', id)).toEqual([])
  })
})

describe('Who has read an announcement', () => {
  it('is seen by those who may announce and by its author, and members only see whether they have', async () => {
    const team = await openTeam()
    await joined(team.id)
    const { id } = await announced(team)
    expect(await readersOf(team, team.owner, id, '?list=unread')).toEqual([team.captain.id, team.member.id, team.owner.id].sort())
    expect((await read(team, team.member, id)).status).toBe(204)
    expect(await list(team, team.member)).toMatchObject([{ isRead: true, isNew: false, readers: null }])
    expect(await list(team, team.captain)).toMatchObject([{ isRead: false, isNew: true, readers: null }])
    expect(await list(team, team.owner)).toMatchObject([{ isRead: false, readers: { read: 1, total: 3 } }])
    expect(await readersOf(team, team.owner, id)).toEqual([team.member.id])
    for (const [who, code] of [
      [team.captain, 'NotAllowed'],
      [team.member, 'NotAllowed'],
      [team.stranger, 'TeamNotFound'],
    ] as const)
      expect(await codeOf(await team.send(who, 'GET', `/announcements/${id}/readers`))).toBe(code)
    await rowsOf("UPDATE team_members SET role = 'member' WHERE user_id = ?", team.organizer.id)
    expect(await list(team, team.organizer)).toMatchObject([{ isRead: true, text: null, readers: { read: 1, total: 3 } }])
    expect(await readersOf(team, team.organizer, id)).toEqual([team.member.id])
    expect(await codeOf(await change(team, team.organizer, id))).toBe('NotAllowed')
  })

  it('counts each member once, in any number of requests', async () => {
    const team = await openTeam()
    const ids = [(await announced(team)).id, (await announced(team)).id]
    await Promise.all([1, 2, 3].map(() => read(team, team.member, ...ids)))
    await read(team, team.organizer, ...ids)
    expect(await codeOf(await read(team, team.stranger, ...ids))).toBe('TeamNotFound')
    expect((await list(team, team.owner)).map(({ readers }) => readers?.read)).toEqual([1, 1])
    expect((await read(team, team.member)).status).toBe(400)
  })

  it('leaves out who leaves, is removed or deletes the account', async () => {
    const team = await openTeam()
    const { id } = await announced(team)
    for (const who of [team.owner, team.captain, team.member]) await read(team, who, id)
    await leaveTeam(db(), nextClock(), team.member.id, team.id)
    await joined(team.id)
    expect(await list(team, team.owner)).toMatchObject([{ readers: { read: 2, total: 2 } }])
    expect((await team.send(team.owner, 'DELETE', `/members/${team.captain.id}`)).status).toBe(204)
    expect(await list(team, team.owner)).toMatchObject([{ readers: { read: 1, total: 1 } }])
    expect(await readersOf(team, team.owner, id)).toEqual([team.owner.id])
    // Somebody can also delete the account while the team is deleted.
    await rowsOf('DELETE FROM team_announcement_reads WHERE user_id = ?', team.owner.id)
    expect(await list(team, team.owner)).toMatchObject([{ readers: { read: 0 } }])
  })

  it('names nobody with a block, except for owners and organizers', async () => {
    const team = await openTeam()
    const { id } = await announced(team)
    await read(team, team.member, id)
    await block(team.member.id, team.organizer.id)
    await block(team.captain.id, team.organizer.id)
    expect(await readersOf(team, team.organizer, id)).toEqual([team.member.id])
    await rowsOf("UPDATE team_members SET role = 'member' WHERE user_id = ?", team.organizer.id)
    expect(await readersOf(team, team.organizer, id)).toEqual([])
    expect(await readersOf(team, team.organizer, id, '?list=unread')).toEqual([team.owner.id])
  })

  it('costs few rows, however many have read it', async () => {
    const team = await openTeam()
    await addCrowd(crowd('reader', 300))
    await putInTeams([team.id], crowd('reader', 300))
    await rowsOf(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60) INSERT INTO team_announcements (id, team_id, author_id, title, text, created_at)
        SELECT '${team.id}-' || i, ?, ?, '', 'x', 10 + i FROM n`,
      team.id,
      team.owner.id,
    )
    await rowsOf(`INSERT INTO team_announcement_reads SELECT a.id, m.user_id, 99 FROM team_announcements a, team_members m
      WHERE a.team_id = '${team.id}' AND m.team_id = a.team_id AND m.user_id LIKE 'reader-%'`)
    const counts = await rowsOf(
      'SELECT DISTINCT reads, (SELECT count(*) FROM team_announcement_reads r WHERE r.announcement_id = a.id) AS rows FROM team_announcements a WHERE team_id = ?',
      team.id,
    )
    expect(counts).toEqual([{ reads: 300, rows: 300 }])
    const answer = await team.send(team.owner, 'GET', '/announcements')
    expect((await answer.json<TeamAnnouncementPage>()).announcements[0]?.readers?.read).toBe(300)
    expect(rowsRead(answer)).toBeLessThan(200)
    const readers = await team.send(team.owner, 'GET', `/announcements/${team.id}-60/readers`)
    expect((await readers.json<ReaderPage>()).people).toHaveLength(50)
    expect(rowsRead(readers)).toBeLessThan(250)
  })
})

describe('Unread announcements', () => {
  it('are counted from the time a member joined, up to a maximum, in the list of communities and on the page', async () => {
    const team = await openTeam()
    for (let i = 0; i < 3; i++) await announced(team)
    await rowsOf(
      "INSERT INTO team_announcements (id, team_id, title, text, created_at) VALUES (?, ?, '', 'Old.', 4)",
      `old-${team.id}`,
      team.id,
    )
    expect([await unread(team, team.member), await unread(team, team.organizer), await unread(team, team.stranger)]).toEqual([3, 0, null])
    const [newest, , oldest] = await list(team, team.member)
    await read(team, team.member, newest?.id ?? '', oldest?.id ?? '')
    expect(await unread(team, team.member)).toBe(1)
    const mine = await (await team.member.ask('/api/teams/mine')).json<OwnTeamPage>()
    expect(mine.teams.map(({ unreadAnnouncements }) => unreadAnnouncements)).toEqual([1])
    await rowsOf(
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40) INSERT INTO team_announcements (id, team_id, title, text, created_at) SELECT ?1 || i, ?1, '', 'x', 9000000000000 + i FROM n",
      team.id,
    )
    expect(await unread(team, team.member)).toBe(maxUnreadAnnouncements)
  })
})

describe('A new announcement', () => {
  // The emails about announcements of other tests wait too.
  beforeEach(() => env.DB.exec('DELETE FROM digest_entries'))

  const settings = async (who: Person) => (await who.ask('/api/notifications/settings')).json<NotificationSettings>()
  const turn = (who: Person, topic: string, channel: 'email' | 'push', isOn: boolean) =>
    who.ask('/api/notifications/settings', { method: 'PATCH', json: { topic, channel, isOn } })
  const notify = async () => {
    await deliverNotices()
    await queueWaitingMails()
  }
  const mailedTo = () => queues.mail.map(({ body }) => body.to).sort()
  const notified = async (team: Team) =>
    (await rowsOf('SELECT user_id FROM notices WHERE team_id = ? ORDER BY user_id', team.id)).map(({ user_id }) => user_id)
  const emailOf = ({ id }: Person) => `${id}@local.test`

  it('notifies the members, but not its author, former members and people with a block', async () => {
    const team = await openTeam()
    await announced(team, { title: '', text: '# Rain\n\nWe **move** inside.' })
    await leaveTeam(db(), nextClock(), team.captain.id, team.id)
    await block(team.member.id, team.organizer.id)
    await notify()
    expect(await notified(team)).toEqual([team.owner.id])
    expect(mailedTo()).toEqual([emailOf(team.owner)])
    expect(await rowsOf('SELECT title, text, path FROM notices WHERE team_id = ?', team.id)).toEqual([
      { title: 'Court Crew: Rain We move inside.', text: '', path: `/team/${team.id}/news` },
    ])
    expect(await rowsOf('SELECT 1 FROM notices WHERE user_id = ?', team.member.id)).toEqual([])
  })

  it('respects the switches of its topic, which are on at first', async () => {
    const team = await openTeam()
    const [games, social] = [await addTopic(team, 'Games'), await addTopic(team, 'Social')]
    const first = await settings(team.member)
    expect(first.notificationSettings[games]).toEqual({ email: true, push: true })
    expect(first.teams).toMatchObject([
      {
        id: team.id,
        topics: [
          { id: games, name: 'Games' },
          { id: social, name: 'Social' },
        ],
      },
    ])
    expect((await turn(team.member, games, 'email', false)).status).toBe(204)
    expect((await turn(team.member, games, 'email', false)).status).toBe(204)
    const changed = (await settings(team.member)).notificationSettings
    expect([changed[games], changed[social]]).toEqual([
      { email: false, push: true },
      { email: true, push: true },
    ])
    await announced(team, { topicId: games })
    await notify()
    // The notification in the app stays.
    expect(await notified(team)).toContain(team.member.id)
    expect(mailedTo()).not.toContain(emailOf(team.member))
    expect(mailedTo()).toContain(emailOf(team.captain))
    queues.mail.length = 0
    await announced(team, { topicId: social })
    await notify()
    expect(mailedTo()).toContain(emailOf(team.member))
    await turn(team.member, games, 'email', true)
    expect((await settings(team.member)).notificationSettings[games]).toEqual({ email: true, push: true })
  })

  it('reaches nobody who has muted the community, whatever the topic says', async () => {
    const team = await openTeam()
    const topicId = await addTopic(team, 'Games')
    await turn(team.member, topicId, 'email', true)
    await team.member.ask(`/api/notifications/mutes/${team.id}`, { method: 'PUT' })
    await announced(team, { topicId })
    await notify()
    expect(await notified(team)).not.toContain(team.member.id)
    expect(mailedTo()).not.toContain(emailOf(team.member))
  })

  it('sends no email to who turned off all announcements', async () => {
    const team = await openTeam()
    await turn(team.member, 'announcements', 'email', false)
    await announced(team)
    await notify()
    expect(mailedTo()).not.toContain(emailOf(team.member))
  })

  it('is read in the list of notifications once it is opened', async () => {
    const team = await openTeam()
    const { id } = await announced(team)
    await notify()
    await read(team, team.member, id)
    expect(await (await team.member.ask('/api/notifications/unread')).json()).toEqual({ unread: 0 })
    expect(await (await team.captain.ask('/api/notifications/unread')).json()).toEqual({ unread: 1 })
  })

  it('has no switch for strangers, and none after its topic is deleted', async () => {
    const team = await openTeam()
    const topicId = await addTopic(team, 'Games')
    expect(await codeOf(await turn(team.stranger, topicId, 'email', false))).toBe('TopicNotFound')
    await turn(team.member, topicId, 'push', false)
    await team.send(team.owner, 'DELETE', `/topics/${topicId}`)
    expect(await rowsOf('SELECT 1 FROM team_topic_optouts WHERE topic_id = ?', topicId)).toEqual([])
    expect((await settings(team.member)).notificationSettings[topicId]).toBeUndefined()
    expect(await codeOf(await turn(team.member, topicId, 'email', false))).toBe('TopicNotFound')
  })

  it('reaches all members of a large community', async () => {
    const team = await openTeam()
    await addCrowd(crowd('many', 600))
    await putInTeams([team.id], crowd('many', 600))
    await announced(team)
    await notify()
    await notify()
    expect(await env.DB.prepare('SELECT count(*) AS n FROM notices WHERE team_id = ?').bind(team.id).first('n')).toBe(603)
  })
})
