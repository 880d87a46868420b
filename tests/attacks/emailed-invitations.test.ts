import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { NeedsYou } from '../../domain/needs-you/contract.ts'
import type { InviteLink, OpenInvitation } from '../../domain/team-joining/contract.ts'
import type { TeamDetail } from '../../domain/teams/detail-contract.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { block, enter, type Person, putInTeams, rowsOf } from '../profiles/people.ts'
import { ask, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'

collectLog()
const queues = holdQueues()
const team = 'letters'
const unknownToken = 'x'.repeat(43)

let [owner, invitee, thief, unverified] = [] as unknown as [Person, Person, Person, Person]

beforeAll(async () => {
  owner = await enter('owner')
  invitee = await enter('invitee')
  thief = await enter('thief')
  unverified = await enter('unverified', { emailVerified: false })
})

beforeEach(async () => {
  for (const table of ['blocks', 'outreach', 'team_invitations', 'team_changes', 'team_members', 'teams'])
    await rowsOf(`DELETE FROM ${table}`)
  await putInTeams([team], ['owner'])
  await rowsOf("UPDATE team_members SET role = 'owner'")
  await rowsOf("UPDATE teams SET join_mode = 'invite'")
})

/** Invites an address, and returns the secret in the email. */
async function sendTo(email: string): Promise<string> {
  expect((await owner.ask(`/api/teams/${team}/invitations`, { method: 'POST', json: { emails: [email] } })).status).toBe(200)
  await vi.waitFor(async () => expect(await rowsOf('SELECT 1 FROM outbox')).toEqual([]))
  const template = queues.mail.at(-1)?.body.template
  if (template?.name !== 'team-invitation') throw new Error('No email was sent')
  return template.data.token
}

const open = (token: string, who?: Person) => (who?.ask ?? ask)(`/api/team-invitations/${token}`)
const accept = (token: string, who: Person) => who.ask(`/api/team-invitations/${token}/accept`, { method: 'POST' })
const answer = (who: Person, how: 'accept' | 'decline') => who.ask(`/api/teams/${team}/invitation/${how}`, { method: 'POST' })
const problemOf = async (response: Response) => {
  const { status, code, title } = await readProblem(response)
  return { status, code, title }
}
const membersOf = async () => (await rowsOf('SELECT user_id FROM team_members ORDER BY user_id')).map((row) => row.user_id)
const invitationsOf = async (who: Person) =>
  (await (await who.ask('/api/needs-you')).json<NeedsYou>()).items.flatMap((need) => (need.kind === 'invitation' ? [need] : []))
const inviterFor = async (who: Person) => (await (await who.ask(`/api/teams/${team}/detail`)).json<TeamDetail>()).invitedBy

describe('An invitation sent to an email', () => {
  it('is of no use to another account, which learns nothing', async () => {
    const token = await sendTo('Invitee@local.test')
    const unknown = await problemOf(await open(unknownToken, thief))
    expect(unknown).toMatchObject({ status: 404, code: 'TeamInvitationOver' })
    for (const response of [await open(token, thief), await accept(token, thief), await answer(thief, 'accept')])
      expect(await problemOf(response)).toEqual(unknown)
    await answer(thief, 'decline')
    expect(await invitationsOf(thief)).toEqual([])
    expect(await inviterFor(thief)).toBeNull()
    expect(await membersOf()).toEqual(['owner'])
    expect((await accept(token, invitee)).status).toBe(200)
    expect(await membersOf()).toEqual(['invitee', 'owner'])
  })

  it('is of no use to an account that has not verified the email', async () => {
    const token = await sendTo('unverified@local.test')
    for (const response of [await open(token, unverified), await accept(token, unverified), await answer(unverified, 'accept')])
      expect((await problemOf(response)).code).toBe('TeamInvitationOver')
    expect(await invitationsOf(unverified)).toEqual([])
    expect(await inviterFor(unverified)).toBeNull()
    await answer(unverified, 'decline')
    expect(await rowsOf('SELECT 1 FROM team_invitations')).toHaveLength(1)
  })

  it('shows the community to a visitor, and brings in the account that is made with the email', async () => {
    const token = await sendTo('newcomer@local.test')
    expect(await (await open(token)).json<OpenInvitation>()).toMatchObject({ team: { id: team }, inviter: null })
    const newcomer = await enter('newcomer')
    expect(await (await open(token, newcomer)).json<OpenInvitation>()).toMatchObject({ inviter: { id: 'owner' } })
    expect(await (await accept(token, newcomer)).json()).toEqual({ id: team })
  })

  it('waits for its person in the app, and is accepted on the page of the community', async () => {
    await sendTo('INVITEE@local.test')
    expect(await invitationsOf(invitee)).toMatchObject([{ team: { id: team } }])
    expect(await inviterFor(invitee)).toMatchObject({ id: 'owner' })
    for (let time = 0; time < 2; time++) expect(await (await answer(invitee, 'accept')).json()).toEqual({ id: team })
    expect(await invitationsOf(invitee)).toEqual([])
    expect(await rowsOf('SELECT 1 FROM team_invitations')).toEqual([])
  })

  it('stands once beside an invitation by name, and both end together', async () => {
    await sendTo('invitee@local.test')
    await owner.ask(`/api/teams/${team}/invitations`, { method: 'POST', json: { userIds: ['invitee'] } })
    expect(await rowsOf('SELECT 1 FROM team_invitations')).toHaveLength(2)
    expect(await invitationsOf(invitee)).toHaveLength(1)
    await answer(invitee, 'decline')
    expect(await rowsOf('SELECT 1 FROM team_invitations')).toEqual([])
  })

  it('ends with a block between both', async () => {
    const token = await sendTo('invitee@local.test')
    await block('owner', 'invitee')
    expect((await problemOf(await accept(token, invitee))).code).toBe('TeamInvitationOver')
    expect(await invitationsOf(invitee)).toEqual([])
    expect(await inviterFor(invitee)).toBeNull()
  })
})

it('A link is for everybody who has it', async () => {
  const made = await owner.ask(`/api/teams/${team}/invite-link`, { method: 'POST', json: { days: 7, maxUses: 5 } })
  const { token } = await made.json<InviteLink>()
  for (const who of [undefined, thief]) expect((await open(token, who)).status).toBe(200)
  expect((await accept(token, thief)).status).toBe(200)
  expect(await invitationsOf(invitee)).toEqual([])
})
