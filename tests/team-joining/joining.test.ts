import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { rookiePlan } from '../../domain/payments/plans.ts'
import type { InviteLink, OpenInvitation, TeamInvitationPage, TeamRequestPage } from '../../domain/team-joining/contract.ts'
import { invitationDuration, quietDuration } from '../../domain/team-joining/rules.ts'
import type { TeamDetail } from '../../domain/teams/detail-contract.ts'
import { day } from '../../domain/time/spans.ts'
import { acceptByToken } from '../../worker/team-joining/accept-invitation.ts'
import { deleteOldJoining } from '../../worker/team-joining/end-joining.ts'
import { joinTeam } from '../../worker/team-joining/join.ts'
import { asPerson } from '../../worker/teams/actor.ts'
import { leaveTeam, removeMember } from '../../worker/teams/change-members.ts'
import { deliverNotices, holdQueues, waitForEmptyOutbox } from '../notifications/hold-queues.ts'
import { addCrowd, block, crowd, enter, type Person, rowsOf } from '../profiles/people.ts'
import { ask, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { db, nextClock } from '../teams/people.ts'

collectLog()
const queues = holdQueues()

const team = 'joiners'
const at = (path: string) => `/api/teams/${team}${path}`
const names = ['owner', 'organizer', 'captain', 'member', 'zoe', 'max'] as const
const people = {} as Record<(typeof names)[number], Person>

beforeAll(async () => {
  for (const name of names) people[name] = await enter(name)
})

const setMode = (mode: 'open' | 'ask' | 'invite') => rowsOf('UPDATE teams SET join_mode = ? WHERE id = ?', mode, team)

beforeEach(async () => {
  for (const table of ['notices', 'blocks', 'outreach', 'team_requests', 'team_invitations', 'mail_optouts'])
    await rowsOf(`DELETE FROM ${table}`)
  await rowsOf('DELETE FROM team_members WHERE team_id = ?', team)
  await rowsOf(
    "INSERT OR REPLACE INTO teams (id, name, description, plan, created_at, updated_at, join_mode) VALUES (?, 'Joiners', '', 'ROOKIE', 1, 1, 'ask')",
    team,
  )
  for (const role of ['owner', 'organizer', 'captain', 'member'])
    await rowsOf('INSERT INTO team_members (team_id, user_id, role, joined_at) VALUES (?1, ?2, ?2, 1)', team, role)
})

const post = (from: Person, path: string, json?: object) => from.ask(at(path), { method: 'POST', ...(json && { json }) })
const join = async (from: Person, message = '') => post(from, '/join', { message })
const resultOf = async (answer: Response) =>
  answer.ok ? (await answer.json<{ result: string }>()).result : (await readProblem(answer)).code
const codeOf = async (answer: Response) => (answer.ok ? 'ok' : (await readProblem(answer)).code)
const requestsFor = async (from: Person) => (await (await from.ask(at('/requests'))).json<TeamRequestPage>()).requests
const invitationsFor = async (from: Person) => (await (await from.ask(at('/invitations'))).json<TeamInvitationPage>()).invitations
const detailFor = async (from: Person) => (await from.ask(at('/detail'))).json<TeamDetail>()
const isIn = async (id: string) => (await rowsOf('SELECT 1 FROM team_members WHERE team_id = ? AND user_id = ?', team, id)).length === 1
const facts = async () => {
  await waitForEmptyOutbox()
  return queues.notices.map(({ body }) => body.fact)
}
const mails = async () => {
  await waitForEmptyOutbox()
  return queues.mail.map(({ body: { to, template } }) => ({ to, template }))
}
const titlesFor = async (person: Person) =>
  (await (await person.ask('/api/notifications')).json<{ notices: { title: string; path: string }[] }>()).notices.map(({ title }) => title)
const remove = async (id: string) => {
  await removeMember(db(), { ...nextClock(), now: Date.now() }, asPerson('owner'), team, id)
  await rowsOf('DELETE FROM outbox')
}
const fill = async (free: number) => {
  const [{ count } = { count: 0 }] = await rowsOf('SELECT count(*) AS count FROM team_members WHERE team_id = ?', team)
  const ids = crowd('fan', rookiePlan.maxMembers - free - Number(count))
  await addCrowd(ids)
  await rowsOf(
    "INSERT INTO team_members (team_id, user_id, role, joined_at) SELECT ?, value, 'member', 5 FROM json_each(?)",
    team,
    JSON.stringify(ids),
  )
}

describe('A person joins', () => {
  it('an open community at once, and the organizers hear of it', async () => {
    await setMode('open')
    expect(await resultOf(await join(people.zoe))).toBe('joined')
    expect(await detailFor(people.zoe)).toMatchObject({ role: 'member', members: 5, hasAsked: false })
    expect(await facts()).toEqual([{ kind: 'team-joined', teamId: team, actorId: 'zoe', at: expect.any(Number) }])
    expect(await resultOf(await join(people.zoe))).toBe('joined')
    expect(await facts()).toHaveLength(1)
  })

  it('not without an account, a profile, or a community', async () => {
    await setMode('open')
    expect((await ask(at('/join'), { method: 'POST', json: {} })).status).toBe(401)
    expect((await join(await enter('nobody', { profileComplete: false }))).status).toBe(403)
    expect(await codeOf(await people.zoe.ask('/api/teams/no-team/join', { method: 'POST', json: {} }))).toBe('TeamNotFound')
  })

  it('only with an invitation where nobody can ask', async () => {
    await setMode('invite')
    expect(await codeOf(await join(people.zoe))).toBe('InvitationNeeded')
    expect(await facts()).toEqual([])
  })

  it('the last place, if 20 people come at the same moment, once', async () => {
    await setMode('open')
    await fill(1)
    const ids = crowd('runner', 20)
    await addCrowd(ids)
    const results = await Promise.all(
      ids.map((id) =>
        joinTeam(db(), nextClock(), id, team, '').then(
          ({ result }) => result,
          ({ code }: { code: string }) => code,
        ),
      ),
    )
    await rowsOf('DELETE FROM outbox')
    expect(results.filter((result) => result === 'joined')).toHaveLength(1)
    expect(results.filter((result) => result === 'TeamFull')).toHaveLength(19)
    expect(await detailFor(people.owner)).toMatchObject({ members: rookiePlan.maxMembers, requests: 0 })
  })
})

describe('A request to join', () => {
  it('reaches the organizers with its message, once, and shows as open to its person', async () => {
    for (let time = 0; time < 2; time++) expect(await resultOf(await join(people.zoe, 'I live next door.'))).toBe('asked')
    expect(await detailFor(people.zoe)).toMatchObject({ role: null, hasAsked: true, requests: null })
    expect(await facts()).toEqual([{ kind: 'team-join-asked', teamId: team, actorId: 'zoe', at: expect.any(Number) }])
    for (const person of [people.owner, people.organizer]) {
      expect(await requestsFor(person)).toMatchObject([{ person: { id: 'zoe' }, message: 'I live next door.' }])
      expect((await detailFor(person)).requests).toBe(1)
    }
  })

  it('is accepted by an organizer, and its person hears of it', async () => {
    await join(people.zoe)
    expect((await post(people.organizer, '/requests/zoe/accept')).status).toBe(204)
    expect(await isIn('zoe')).toBe(true)
    expect((await facts()).map(({ kind }) => kind)).toEqual(['team-join-asked', 'team-request-accepted', 'team-joined'])
    expect(await requestsFor(people.owner)).toEqual([])
    // A second organizer who was slower sees no error.
    expect((await post(people.owner, '/requests/zoe/accept')).status).toBe(204)
    expect(await facts()).toHaveLength(3)
  })

  it('is declined quietly: its person sees it as open, and asking again reaches nobody for 30 days', async () => {
    await join(people.zoe)
    expect((await post(people.owner, '/requests/zoe/decline')).status).toBe(204)
    expect((await detailFor(people.zoe)).hasAsked).toBe(true)
    await people.zoe.ask(at('/request'), { method: 'DELETE' })
    expect((await detailFor(people.zoe)).hasAsked).toBe(false)
    expect(await resultOf(await join(people.zoe, 'Please!'))).toBe('asked')
    expect((await detailFor(people.zoe)).hasAsked).toBe(true)
    expect(await requestsFor(people.owner)).toEqual([])
    expect((await facts()).map(({ kind }) => kind)).toEqual(['team-join-asked'])
    expect(await codeOf(await post(people.owner, '/requests/zoe/accept'))).toBe('TeamRequestOver')
    await rowsOf('UPDATE team_requests SET declined_at = declined_at - ?', quietDuration)
    expect(await resultOf(await join(people.zoe, 'Please!'))).toBe('asked')
    expect(await requestsFor(people.owner)).toMatchObject([{ message: 'Please!' }])
  })

  it('can be taken back', async () => {
    await join(people.zoe)
    expect((await people.zoe.ask(at('/request'), { method: 'DELETE' })).status).toBe(204)
    expect(await requestsFor(people.owner)).toEqual([])
    expect(await codeOf(await post(people.owner, '/requests/zoe/accept'))).toBe('TeamRequestOver')
    expect(await isIn('zoe')).toBe(false)
  })

  it('is seen and answered by nobody without the right to it', async () => {
    await join(people.zoe)
    for (const [person, code] of [
      [people.captain, 'NotAllowed'],
      [people.member, 'NotAllowed'],
      [people.max, 'TeamNotFound'],
      [people.zoe, 'TeamNotFound'],
    ] as const) {
      expect(await codeOf(await person.ask(at('/requests')))).toBe(code)
      for (const answer of ['accept', 'decline']) expect(await codeOf(await post(person, `/requests/zoe/${answer}`))).toBe(code)
      expect((await detailFor(person)).requests).toBeNull()
    }
    expect(await isIn('zoe')).toBe(false)
    expect(await requestsFor(people.owner)).toHaveLength(1)
  })

  it('does not exist for an organizer with a block, in both directions', async () => {
    await join(people.zoe)
    for (const [blocker, blocked] of [['zoe', 'organizer'] as const, ['organizer', 'zoe'] as const]) {
      await rowsOf('DELETE FROM blocks')
      await block(blocker, blocked)
      expect(await requestsFor(people.organizer)).toEqual([])
      expect(await codeOf(await post(people.organizer, '/requests/zoe/accept'))).toBe('TeamRequestOver')
      expect(await isIn('zoe')).toBe(false)
    }
    expect(await requestsFor(people.owner)).toHaveLength(1)
  })

  it('is what a person makes who has a block with the owner, also where others join at once', async () => {
    await setMode('open')
    for (const [blocker, blocked] of [['zoe', 'owner'] as const, ['owner', 'max'] as const]) await block(blocker, blocked)
    for (const person of [people.zoe, people.max]) expect(await resultOf(await join(person))).toBe('asked')
    expect(await isIn('zoe')).toBe(false)
  })

  it('is quiet for a person who was removed, who cannot come back at once; who left can', async () => {
    await setMode('open')
    await remove('member')
    expect((await detailFor(people.member)).hasAsked).toBe(false)
    expect(await resultOf(await join(people.member))).toBe('asked')
    expect(await isIn('member')).toBe(false)
    expect(await requestsFor(people.owner)).toEqual([])
    await leaveTeam(db(), nextClock(), 'captain', team)
    expect(await resultOf(await join(people.captain))).toBe('joined')
  })

  it('is limited per person and day', async () => {
    const ids = Array.from({ length: 22 }, (_, index) => `many-${index}`)
    await rowsOf(
      "INSERT OR IGNORE INTO teams (id, name, description, plan, created_at, updated_at, join_mode) SELECT value, 'Many', '', 'ROOKIE', 1, 1, 'ask' FROM json_each(?)",
      JSON.stringify(ids),
    )
    const codes = []
    for (const id of ids) codes.push(await resultOf(await people.zoe.ask(`/api/teams/${id}/join`, { method: 'POST', json: {} })))
    expect(codes).toEqual([...Array(20).fill('asked'), 'TooMuchOutreach', 'TooMuchOutreach'])
  })
})

describe('An invitation to a person', () => {
  const invite = async (from: Person, json: object) => post(from, '/invitations', json)

  it('is accepted on the page of the community, and used once', async () => {
    await setMode('invite')
    expect(await (await invite(people.captain, { userIds: ['zoe', 'member', 'no-such-person'] })).json()).toEqual({
      invited: 1,
      emailed: 0,
    })
    expect(await facts()).toEqual([{ kind: 'team-invited', teamId: team, actorId: 'captain', at: expect.any(Number) }])
    expect((await detailFor(people.zoe)).invitedBy).toMatchObject({ id: 'captain' })
    expect((await detailFor(people.max)).invitedBy).toBeNull()
    expect(await codeOf(await post(people.max, '/invitation/accept'))).toBe('TeamInvitationOver')
    for (let time = 0; time < 2; time++) expect(await (await post(people.zoe, '/invitation/accept')).json()).toEqual({ id: team })
    expect((await detailFor(people.zoe)).role).toBe('member')
    expect((await facts()).map(({ kind }) => kind)).toEqual(['team-invited', 'team-joined'])
    await leaveTeam(db(), nextClock(), 'zoe', team)
    expect(await codeOf(await post(people.zoe, '/invitation/accept'))).toBe('TeamInvitationOver')
  })

  it('is not repeated while it is open, and brings back who was removed', async () => {
    await remove('member')
    expect(await (await invite(people.owner, { userIds: ['member'] })).json()).toMatchObject({ invited: 1 })
    expect(await (await invite(people.organizer, { userIds: ['member'] })).json()).toMatchObject({ invited: 0 })
    expect((await post(people.member, '/invitation/accept')).status).toBe(200)
    expect(await isIn('member')).toBe(true)
  })

  it('is open for 14 days, and can be sent again then', async () => {
    await invite(people.owner, { userIds: ['zoe'] })
    await rowsOf('UPDATE team_invitations SET expires_at = expires_at - ?', invitationDuration)
    expect((await detailFor(people.zoe)).invitedBy).toBeNull()
    expect(await codeOf(await post(people.zoe, '/invitation/accept'))).toBe('TeamInvitationOver')
    expect(await invitationsFor(people.owner)).toEqual([])
    expect(await (await invite(people.captain, { userIds: ['zoe'] })).json()).toMatchObject({ invited: 1 })
    expect((await detailFor(people.zoe)).invitedBy).toMatchObject({ id: 'captain' })
  })

  it.each([
    ['its person declines it', () => post(people.zoe, '/invitation/decline')],
    [
      'an organizer ends it',
      async () => people.owner.ask(at(`/invitations/${(await invitationsFor(people.owner))[0]?.id}`), { method: 'DELETE' }),
    ],
    ['who sent it may no longer invite', () => rowsOf("UPDATE team_members SET role = 'member' WHERE user_id = 'captain'")],
    ['who sent it leaves', () => leaveTeam(db(), nextClock(), 'captain', team)],
    ['its person blocks who sent it', () => people.zoe.ask('/api/privacy/blocks', { method: 'POST', json: { userIds: ['captain'] } })],
    ['who sent it blocks its person', () => people.captain.ask('/api/privacy/blocks', { method: 'POST', json: { userIds: ['zoe'] } })],
    ['the community is deleted', () => rowsOf('UPDATE teams SET deleted_at = 1 WHERE id = ?', team)],
  ])('is over when %s', async (_, end) => {
    await invite(people.captain, { userIds: ['zoe'] })
    await end()
    expect(await readProblem(await post(people.zoe, '/invitation/accept'))).toMatchObject({
      status: 404,
      code: 'TeamInvitationOver',
      title: 'This invitation is no longer valid.',
    })
    expect(await isIn('zoe')).toBe(false)
  })

  it('does not reach a person with a block, and nobody learns of it', async () => {
    await block('zoe', 'owner')
    expect(await (await invite(people.owner, { userIds: ['zoe', 'max'] })).json()).toEqual({ invited: 1, emailed: 0 })
    expect(await rowsOf('SELECT user_id FROM team_invitations')).toEqual([{ user_id: 'max' }])
  })

  it('is sent by those who may only', async () => {
    expect(await codeOf(await invite(people.member, { userIds: ['zoe'] }))).toBe('NotAllowed')
    expect(await codeOf(await invite(people.max, { userIds: ['zoe'] }))).toBe('TeamNotFound')
    expect(await rowsOf('SELECT 1 FROM team_invitations')).toEqual([])
  })

  it('reaches the people and the emails of a list, not of the list of another', async () => {
    const { uid } = await (await people.owner.ask('/api/user-lists', { method: 'POST', json: { name: 'Friends' } })).json<{ uid: string }>()
    for (const json of [{ userId: 'zoe' }, { email: 'aunt@example.com' }])
      await people.owner.ask(`/api/user-lists/${uid}/items`, { method: 'POST', json })
    expect(await (await invite(people.organizer, { listId: uid })).json()).toEqual({ invited: 0, emailed: 0 })
    expect(await (await invite(people.owner, { listId: uid })).json()).toEqual({ invited: 1, emailed: 1 })
    expect((await mails()).map(({ to }) => to)).toEqual(['aunt@example.com'])
  })
})

describe('An invitation by email', () => {
  const send = async (...emails: string[]) => (await post(people.captain, '/invitations', { emails })).json()
  const tokenOf = async () => {
    const template = (await mails())[0]?.template
    return template?.name === 'team-invitation' ? template.data.token : 'no email'
  }
  const open = async (token: string, from?: Person) =>
    from ? from.ask(`/api/team-invitations/${token}`) : ask(`/api/team-invitations/${token}`)
  const accept = (from: Person, token: string) => from.ask(`/api/team-invitations/${token}/accept`, { method: 'POST' })

  it('brings one person in, and only its hash is stored', async () => {
    expect(await send('Zoe@local.test')).toEqual({ invited: 0, emailed: 1 })
    const [mail] = await mails()
    expect(mail).toMatchObject({ to: 'Zoe@local.test', template: { name: 'team-invitation', data: { team: 'Joiners' } } })
    const token = await tokenOf()
    expect(JSON.stringify(await rowsOf('SELECT * FROM team_invitations'))).not.toContain(token)
    expect(await (await open(token)).json<OpenInvitation>()).toMatchObject({
      team: { id: team, name: 'Joiners' },
      inviter: null,
      isMember: false,
    })
    expect(await (await open(token, people.zoe)).json<OpenInvitation>()).toMatchObject({ inviter: { id: 'captain' } })
    expect(await (await accept(people.zoe, token)).json()).toEqual({ id: team })
    expect(await codeOf(await accept(people.max, token))).toBe('TeamInvitationOver')
    expect(await isIn('max')).toBe(false)
  })

  it('says the same for an unknown, used, expired or ended link', async () => {
    await send('zoe@local.test')
    const token = await tokenOf()
    await rowsOf('UPDATE team_invitations SET expires_at = 1')
    const answers = [
      await open(token),
      await open('x'.repeat(43)),
      await accept(people.zoe, token),
      await accept(people.zoe, 'x'.repeat(43)),
    ]
    for (const answer of answers) expect(await readProblem(answer)).toMatchObject({ status: 404, code: 'TeamInvitationOver' })
  })

  it('does not say whose address it is: members, blocks and opt-outs get no email, and the answer is the same', async () => {
    await block('zoe', 'captain')
    await rowsOf("INSERT INTO mail_optouts VALUES ('quiet@example.com', 'connections', 1)")
    const [{ email } = { email: '' }] = await rowsOf("SELECT email FROM users WHERE id = 'zoe'")
    const [{ email: own } = { email: '' }] = await rowsOf("SELECT email FROM users WHERE id = 'member'")
    expect(await send(String(email), String(own), 'quiet@example.com', 'loud@example.com')).toEqual({ invited: 0, emailed: 4 })
    expect((await mails()).map(({ to }) => to)).toEqual(['loud@example.com'])
    expect(await invitationsFor(people.owner)).toHaveLength(1)
  })

  it('is sent once to an address while it is open, and rarely to one address from everybody together', async () => {
    await send('pest@example.com', 'PEST@example.com')
    await send('pest@example.com')
    expect(await mails()).toHaveLength(1)
    for (const other of ['a', 'b', 'c', 'd'])
      await rowsOf(
        "INSERT INTO team_invitations (id, team_id, inviter_id, email, email_key, max_uses, created_at, expires_at) VALUES (?1, ?1, 'max', 'x@example.com', 'x@example.com', 1, ?2, ?2)",
        await (async () => {
          await rowsOf(
            "INSERT OR IGNORE INTO teams (id, name, description, plan, created_at, updated_at) VALUES (?, 'X', '', 'ROOKIE', 1, 1)",
            other,
          )
          return other
        })(),
        Date.now(),
      )
    await send('x@example.com')
    expect((await mails()).map(({ to }) => to.toLowerCase())).toEqual(['pest@example.com'])
  })

  it('shows its address only to who sent it', async () => {
    await send('secret@example.com')
    expect((await invitationsFor(people.captain))[0]).toMatchObject({ kind: 'email', email: 'secret@example.com', isMine: true })
    expect((await invitationsFor(people.owner))[0]).toMatchObject({ kind: 'email', email: null, isMine: false })
  })
})

describe('A link', () => {
  const make = async (from: Person, json = { days: 7, maxUses: 2 }) => post(from, '/invite-link', json)
  const accept = (from: Person, token: string) => from.ask(`/api/team-invitations/${token}/accept`, { method: 'POST' })

  it('works as often and as long as it was made for, and a member uses it up not', async () => {
    const { token, expiresAt } = await (await make(people.captain)).json<InviteLink>()
    expect(Math.round((expiresAt - Date.now()) / day)).toBe(7)
    expect(JSON.stringify(await rowsOf('SELECT * FROM team_invitations'))).not.toContain(token)
    for (const person of [people.member, people.zoe, people.zoe, people.max]) expect((await accept(person, token)).status).toBe(200)
    expect(await codeOf(await accept(await enter('third'), token))).toBe('TeamInvitationOver')
    expect((await detailFor(people.owner)).members).toBe(6)
  })

  it('ends when a new one is made, and when it is ended', async () => {
    const first = await (await make(people.captain)).json<InviteLink>()
    const second = await (await make(people.captain)).json<InviteLink>()
    expect(await codeOf(await accept(people.zoe, first.token))).toBe('TeamInvitationOver')
    const [link] = await invitationsFor(people.captain)
    expect(link).toMatchObject({ kind: 'link', uses: 0, maxUses: 2 })
    expect(await invitationsFor(people.captain)).toHaveLength(1)
    expect((await people.captain.ask(at(`/invitations/${link?.id}`), { method: 'DELETE' })).status).toBe(204)
    expect(await codeOf(await accept(people.zoe, second.token))).toBe('TeamInvitationOver')
  })

  it('of the owner is not ended by a captain, who sees only their own', async () => {
    await make(people.owner)
    const [link] = await invitationsFor(people.owner)
    expect(await invitationsFor(people.captain)).toEqual([])
    await people.captain.ask(at(`/invitations/${link?.id}`), { method: 'DELETE' })
    expect(await invitationsFor(people.owner)).toHaveLength(1)
  })

  it('is made by those who may only, for 1 to 30 days and up to 500 people', async () => {
    expect(await codeOf(await make(people.member))).toBe('NotAllowed')
    expect(await codeOf(await make(people.zoe))).toBe('TeamNotFound')
    for (const json of [
      { days: 0, maxUses: 1 },
      { days: 31, maxUses: 1 },
      { days: 1, maxUses: 0 },
      { days: 1, maxUses: 501 },
      { days: 1.5, maxUses: 1 },
    ])
      expect((await make(people.owner, json)).status).toBe(400)
  })

  it('has room for one more, and 20 people at the same moment: one of them is in', async () => {
    await fill(1)
    const { token } = await (await make(people.owner, { days: 1, maxUses: 50 })).json<InviteLink>()
    const ids = crowd('racer', 20)
    await addCrowd(ids)
    const results = await Promise.all(
      ids.map((id) =>
        acceptByToken(db(), nextClock(), id, token).then(
          () => 'joined',
          ({ code }: { code: string }) => code,
        ),
      ),
    )
    await rowsOf('DELETE FROM outbox')
    expect(results.toSorted()).toEqual([...Array(19).fill('TeamFull'), 'joined'])
    expect(await rowsOf('SELECT uses FROM team_invitations')).toEqual([{ uses: 1 }])
  })

  it('for one person, used by 20 at the same moment, brings one in', async () => {
    const { token } = await (await make(people.owner, { days: 1, maxUses: 1 })).json<InviteLink>()
    const ids = crowd('sprinter', 20)
    await addCrowd(ids)
    const results = await Promise.allSettled(ids.map((id) => acceptByToken(db(), nextClock(), id, token)))
    await rowsOf('DELETE FROM outbox')
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await detailFor(people.owner)).members).toBe(5)
  })
})

describe('Notifications', () => {
  it('go to the organizers for who joins and asks, and to the person for an answer and an invitation', async () => {
    await join(people.zoe, 'Hello')
    await post(people.captain, '/invitations', { userIds: ['max'] })
    await deliverNotices()
    expect(await titlesFor(people.owner)).toEqual(['Name of zoe asks to join Joiners'])
    expect(await titlesFor(people.max)).toEqual(['Name of captain invites you to Joiners'])
    await post(people.owner, '/requests/zoe/accept')
    await post(people.max, '/invitation/accept')
    await deliverNotices()
    expect((await titlesFor(people.organizer)).toSorted()).toEqual([
      'Name of max joined Joiners',
      'Name of zoe asks to join Joiners',
      'Name of zoe joined Joiners',
    ])
    // The owner accepted zoe, and so knows it.
    expect((await titlesFor(people.owner)).toSorted()).toEqual(['Name of max joined Joiners', 'Name of zoe asks to join Joiners'])
    expect(await titlesFor(people.zoe)).toEqual(['You are now a member of Joiners'])
    const { notices } = await (await people.zoe.ask('/api/notifications')).json<{ notices: { path: string }[] }>()
    expect(notices[0]?.path).toBe(`/team/${team}?joined=1`)
    for (const person of [people.captain, people.member]) expect(await titlesFor(person)).toEqual([])
  })

  it('come once a day from a person who joins and leaves again and again', async () => {
    await setMode('open')
    for (let count = 0; count < 3; count += 1) {
      expect(await resultOf(await join(people.zoe))).toBe('joined')
      await deliverNotices()
      await people.zoe.ask(at('/members/me'), { method: 'DELETE' })
      expect(await detailFor(people.zoe)).toMatchObject({ role: null })
    }
    expect(await titlesFor(people.owner)).toEqual(['Name of zoe joined Joiners'])
  })

  it('are not sent about what is no longer true', async () => {
    await join(people.zoe)
    await people.zoe.ask(at('/request'), { method: 'DELETE' })
    await post(people.captain, '/invitations', { userIds: ['max'] })
    await post(people.max, '/invitation/decline')
    await deliverNotices()
    for (const person of [people.owner, people.max]) expect(await titlesFor(person)).toEqual([])
  })
})

describe('What is over', () => {
  it('is deleted after a while', async () => {
    await join(people.zoe)
    await post(people.owner, '/requests/zoe/decline')
    await post(people.owner, '/invite-link', { days: 1, maxUses: 1 })
    const [{ count } = { count: 0 }] = await rowsOf(
      'SELECT (SELECT count(*) FROM team_requests) + (SELECT count(*) FROM team_invitations) AS count',
    )
    expect(count).toBe(2)
    await deleteOldJoining(db(), Date.now() + quietDuration + day)
    expect(
      await env.DB.prepare('SELECT (SELECT count(*) FROM team_requests) + (SELECT count(*) FROM team_invitations) AS n').first('n'),
    ).toBe(0)
  })
})
