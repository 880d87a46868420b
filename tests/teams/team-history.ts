import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { AppError } from '../../domain/errors.ts'
import { type GrantedRole, grantedRoles } from '../../domain/teams/contract.ts'
import type { TeamRole } from '../../domain/teams/roles.ts'
import { hour } from '../../domain/time/spans.ts'
import { deleteAccount } from '../../worker/accounts/delete-account.ts'
import type { Database } from '../../worker/platform/database.ts'
import { blockPeople, unblock } from '../../worker/privacy/commands.ts'
import { createSeason } from '../../worker/seasons/commands.ts'
import { register } from '../../worker/seasons/register.ts'
import { shareHours } from '../../worker/team-hours/commands.ts'
import { acceptByToken, acceptOwnInvitation, declineInvitation } from '../../worker/team-joining/accept-invitation.ts'
import { acceptRequest, declineRequest } from '../../worker/team-joining/answer-requests.ts'
import { inviteToTeam } from '../../worker/team-joining/invite.ts'
import { makeInviteLink } from '../../worker/team-joining/invite-links.ts'
import { joinTeam } from '../../worker/team-joining/join.ts'
import { asPerson } from '../../worker/teams/actor.ts'
import { changeCustomRole, createCustomRole, deleteCustomRole } from '../../worker/teams/change-custom-roles.ts'
import { leaveTeam, removeMember } from '../../worker/teams/change-members.ts'
import { changeRole } from '../../worker/teams/change-roles.ts'
import { createTeam } from '../../worker/teams/commands.ts'
import { bringTeamBack, deleteTeam } from '../../worker/teams/delete-team.ts'
import { expireHandOvers } from '../../worker/teams/end-hand-overs.ts'
import { recoverTeam } from '../../worker/teams/hand-over.ts'
import { acceptHandOver, declineHandOver, offerHandOver } from '../../worker/teams/hand-over-offers.ts'
import { runStatements } from '../setup/run-statements.ts'
import { chooseRights, judgeCustomRoles, type RoleAct } from './custom-role-laws.ts'
import { readState, type TeamState } from './team-state.ts'

export const kinds = [
  ...['join', 'ask', 'invite', 'leave', 'promote', 'demote', 'offer', 'accept'],
  ...['block', 'delete account', 'delete team', 'bring back', 'recover'],
  ...['give role', 'change rights', 'take role', 'change plan'],
] as const
export type Kind = (typeof kinds)[number]
type RoleStep = { actorId: string; targetId: string; pick: number }
export type Step = { kind: Kind; who: number; other: number; pick: number; hours: number }
export const peopleCount = 7

const start = Date.UTC(2026, 5, 10, 5)
const platform = 'gth'

/** Runs the steps of one team, and checks the rules after each step. */
export class TeamHistory {
  readonly #db: Database
  readonly #name: string
  #people: string[]
  #now = start
  #ids = 0
  #teamId = ''
  #seasonId = ''
  #links: string[] = []
  #roleAct: RoleAct | null = null

  constructor(db: Database, name: string) {
    this.#db = db
    this.#name = name
    this.#people = Array.from({ length: peopleCount }, (_, index) => `p${index}-${name}`)
  }

  #newId = () => `${this.#name}-${String(++this.#ids).padStart(5, '0')}`
  get #context() {
    return { now: this.#now, newId: this.#newId, platform } as const
  }
  #run = (...statements: Parameters<typeof runStatements>[1]) => runStatements(this.#db, statements)
  #read = () => readState(this.#db, { teamId: this.#teamId, seasonId: this.#seasonId, people: this.#people })

  /** A team with an owner, an organizer, a captain and a member, in a season that runs. */
  async prepare(): Promise<TeamState> {
    const [owner = '', ...others] = this.#people
    await this.#run(addPeople(this.#people))
    this.#teamId = await createTeam(this.#db, this.#context, owner, { name: 'Court Crew', description: '', joinMode: 'open' })
    await this.#run(sql`UPDATE teams SET plan = 'PRO' WHERE id = ${this.#teamId}`)
    for (const id of others.slice(0, 3)) await joinTeam(this.#db, this.#context, id, this.#teamId, '')
    for (const [index, role] of (['organizer', 'captain'] as const).entries())
      await changeRole(this.#db, this.#context, asPerson(owner), { teamId: this.#teamId, userId: others[index] ?? '' }, { role })
    const season = { label: 'Now', startDate: '2026-01-01', endDate: '2100-12-31' }
    this.#seasonId = (await createSeason(this.#db, this.#context, asPerson(owner), this.#teamId, season)).id
    for (const id of this.#people.slice(0, 4)) await this.#takePart(id)
    for (const [index, rights] of [chooseRights(1), chooseRights(3)].entries())
      await createCustomRole(this.#db, this.#context, asPerson(owner), this.#teamId, { name: `Role ${index}`, rights })
    return this.#read()
  }

  /** A member registers for the season and shares their hours. */
  async #takePart(userId: string) {
    await register(this.#db, this.#context, asPerson(userId), { seasonId: this.#seasonId, userId }, { kind: 'player', groupId: null })
    await shareHours(this.#db, this.#now, this.#teamId, userId)
  }

  /** Runs one step, which may be refused. */
  async take(step: Step, last: TeamState): Promise<{ after: TeamState; isEffective: boolean }> {
    this.#now += step.hours * hour
    // The limits of invitations and offers have tests of their own.
    await this.#run(sql`DELETE FROM outreach`, sql`DELETE FROM outbox`)
    let before = last
    if (last.offers.length > 0) {
      await expireHandOvers(this.#db, this.#now)
      before = await this.#read()
    }
    this.#roleAct = null
    let isRefused = false
    try {
      await this.#act(step, before)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      isRefused = true
    }
    const after = await this.#read()
    this.#judge(step.kind, before, after, isRefused)
    const joined = Object.keys(after.roles).filter((id) => !(id in before.roles))
    const isEffective = !isRefused && (step.kind === 'delete account' || JSON.stringify(after) !== JSON.stringify(before))
    if (step.kind === 'bring back' || joined.length === 0) return { after, isEffective }
    for (const id of joined) await this.#takePart(id)
    return { after: await this.#read(), isEffective }
  }

  async #act({ kind, who, other, pick }: Step, state: TeamState): Promise<unknown> {
    const [db, teamId, context] = [this.#db, this.#teamId, this.#context]
    /** Chooses a person, most of the time one of these. */
    const choose = (fitting: readonly string[], index: number): string => {
      const from = fitting.length > 0 && pick % 8 > 0 ? fitting : this.#people
      return from[index % Math.max(1, from.length)] ?? ''
    }
    const withRole = (...roles: TeamRole[]) =>
      Object.entries(state.roles).flatMap(([id, role]) => (roles.length === 0 || roles.includes(role) ? [id] : []))
    const outside = this.#people.filter((id) => !(id in state.roles))
    const setJoinMode = (mode: 'open' | 'ask') => this.#run(sql`UPDATE teams SET join_mode = ${mode} WHERE id = ${teamId}`)
    switch (kind) {
      case 'join':
      case 'ask':
        await setJoinMode(kind === 'join' ? 'open' : 'ask')
        return joinTeam(db, context, choose(outside, who), teamId, '')
      case 'invite': {
        const inviter = choose(withRole('owner', 'organizer', 'captain', 'coach'), who)
        if (pick % 3 > 0) return inviteToTeam(db, context, inviter, teamId, { userIds: [choose(outside, other)], emails: [], listId: null })
        return this.#links.push((await makeInviteLink(db, context, inviter, teamId, { days: 20, maxUses: 1 + (pick % 2) })).token)
      }
      case 'leave':
        if (pick % 3 > 0) return leaveTeam(db, context, choose(withRole(), who), teamId)
        return removeMember(db, context, asPerson(choose(withRole('owner', 'organizer'), who)), teamId, choose(withRole(), other))
      case 'promote':
      case 'demote': {
        const half = grantedRoles.length / 2
        const role = grantedRoles[(pick % half) + (kind === 'promote' ? 0 : half)] ?? 'member'
        const userId = choose(withRole(), other)
        return this.#giveFixedRole(choose(withRole('owner', 'organizer'), who), userId, role)
      }
      case 'offer':
        return offerHandOver(db, context, choose(withRole('owner'), who), teamId, choose(withRole(), other))
      case 'accept':
        return this.#answer(who, pick, state)
      case 'block': {
        const [blocker, blocked] = [this.#people[who] ?? '', this.#people[other] ?? '']
        const block = state.blocks.find((each) => each.blockerId === blocker)
        return block
          ? unblock(db, blocker, block.id, context.now)
          : blockPeople(db, context, blocker, { userIds: [blocked], listItemIds: [] })
      }
      case 'delete account':
        // Once the owner of a deleted team is gone, nothing is possible any longer, so that is rare.
        return this.#deleteAccount(
          choose(
            outside.filter((id) => id !== state.waitingOwner),
            who,
          ),
        )
      case 'delete team':
        return deleteTeam(db, context, asPerson(choose(withRole('owner'), who)), teamId)
      case 'bring back':
        return bringTeamBack(db, context, choose(state.waitingOwner ? [state.waitingOwner] : [], who), teamId)
      case 'recover':
        return this.#recover(pick, choose(withRole(), other), state)
      case 'give role':
      case 'change rights':
      case 'take role': {
        const actorId = choose(kind === 'give role' ? withRole('owner', 'organizer') : withRole('owner'), who)
        return this.#changeCustomRoles(kind, { actorId, targetId: choose(withRole(), other), pick }, state)
      }
      case 'change plan':
        // The plan ends, or is bought again. What this copies is tested with the plans.
        return this.#run(sql`UPDATE teams SET plan = ${state.plan === 'PRO' ? 'VARSITY' : 'PRO'} WHERE id = ${teamId}`)
    }
  }

  #giveFixedRole(actorId: string, userId: string, role: GrantedRole): Promise<void> {
    this.#roleAct = { did: 'gave a fixed role', actorId, targetId: userId }
    return changeRole(this.#db, this.#context, asPerson(actorId), { teamId: this.#teamId, userId }, { role })
  }

  #changeCustomRoles(kind: 'give role' | 'change rights' | 'take role', { actorId, targetId, pick }: RoleStep, state: TeamState) {
    const [db, context, actor, teamId] = [this.#db, this.#context, asPerson(actorId), this.#teamId]
    const ids = Object.keys(state.teamRoles)
    const roleId = ids[pick % Math.max(1, ids.length)] ?? 'no-role'
    const rights = chooseRights(pick)
    if (kind === 'give role' && (pick % 5 === 0 || ids.length === 0)) {
      this.#roleAct = { did: 'made a role', actorId, rights }
      return createCustomRole(db, context, actor, teamId, { name: `Role ${context.newId()}`, rights })
    }
    if (kind === 'give role') {
      this.#roleAct = { did: 'gave a role', actorId, targetId, roleId }
      return changeRole(db, context, actor, { teamId, userId: targetId }, { customRoleId: roleId })
    }
    if (kind === 'change rights') {
      this.#roleAct = { did: 'changed rights', actorId, roleId, rights }
      return changeCustomRole(db, context, actor, teamId, roleId, { rights })
    }
    const holder = Object.keys(state.customRoles)[0]
    if (pick % 2 === 0 && holder) return this.#giveFixedRole(actorId, holder, 'member')
    this.#roleAct = { did: 'deleted a role', actorId, roleId }
    return deleteCustomRole(db, context, actor, teamId, roleId)
  }

  /** Answers whatever waits for an answer: an offer of the team, an invitation, a link or a request. */
  async #answer(who: number, pick: number, state: TeamState): Promise<unknown> {
    const [db, teamId, context] = [this.#db, this.#teamId, this.#context]
    const person = this.#people[who] ?? ''
    const organizers = Object.entries(state.roles).flatMap(([id, role]) => (role === 'owner' || role === 'organizer' ? [id] : []))
    const organizer = organizers[who % Math.max(1, organizers.length)] ?? person
    const isAccepted = pick % 6 > 0
    const waiting: (() => Promise<unknown>)[] = [
      ...state.offers.map(
        ({ toId }) =>
          () =>
            isAccepted ? acceptHandOver(db, context, toId, teamId) : declineHandOver(db, this.#now, toId, teamId),
      ),
      ...state.invited.map((id) => () => (isAccepted ? acceptOwnInvitation(db, context, id, teamId) : declineInvitation(db, id, teamId))),
      ...state.asked.map(
        (id) => () =>
          isAccepted ? acceptRequest(db, context, organizer, teamId, id) : declineRequest(db, this.#now, organizer, teamId, id),
      ),
      ...this.#links.map((token) => () => acceptByToken(db, context, person, token)),
    ]
    // Sometimes nobody was asked.
    if (pick % 9 === 0) return acceptHandOver(db, context, person, teamId)
    return waiting[pick % Math.max(1, waiting.length)]?.()
  }

  /** Somebody new takes the place of the person in the next steps. */
  async #deleteAccount(id: string) {
    await deleteAccount({ db: this.#db, ...this.#context }, id)
    const next = `${id}+`
    await this.#run(addPeople([next]))
    this.#people = this.#people.map((each) => (each === id ? next : each))
  }

  /** Most of the time the team has lost its owner, which no command can do. If nobody can be the new owner, the old one is back. */
  async #recover(pick: number, to: string, state: TeamState) {
    const owner = Object.keys(state.roles).find((id) => state.roles[id] === 'owner')
    const isStranded = owner !== undefined && pick % 4 > 0
    const isGone = pick % 2 === 0
    const setDeleted = (at: number | null) => sql`UPDATE users SET deleted_at = ${at} WHERE id = ${owner}`
    if (isStranded && isGone) await this.#run(setDeleted(1))
    else if (isStranded)
      await this.#run(sql`UPDATE team_members SET role = 'member' WHERE user_id = ${owner} AND team_id = ${this.#teamId}`)
    try {
      return await recoverTeam(this.#db, this.#context, null, this.#teamId, to)
    } catch (error) {
      if (isStranded && !isGone)
        await this.#run(sql`UPDATE team_members SET role = 'owner' WHERE user_id = ${owner} AND team_id = ${this.#teamId}`)
      throw error
    } finally {
      if (isStranded && isGone) await this.#run(setDeleted(null))
    }
  }

  #judge(kind: Kind, before: TeamState, after: TeamState, isRefused: boolean) {
    const about = `${kind} of ${this.#name}`
    // What is refused changes nothing.
    if (isRefused) expectSame(after, before, about)
    const owners = Object.values(after.roles).filter((role) => role === 'owner')
    expectSame(owners.length, after.isAlive ? 1 : 0, `owners after ${about}`)
    expectSame(after.members, Object.keys(after.roles).length, `the count after ${about}`)
    expectSame(after.isFound, after.isAlive, `found by name after ${about}`)
    // Who is out is in no running season, shares no hours, and has nothing open; members of a deleted team wait with theirs.
    const inside = { ...after.roles, ...after.waiting }
    const isOut = (id: string) => !(id in inside)
    expectSame(after.registered.filter(isOut), [], `out but registered after ${about}`)
    expectSame(after.sharing.filter(isOut), [], `out but sharing hours after ${about}`)
    expectSame(after.inviters.filter(isOut), [], `invitations of people who are out after ${about}`)
    const isBlocked = (a: string, b: string) =>
      after.blocks.some(({ blockerId, blockedId }) => (blockerId === a && blockedId === b) || (blockerId === b && blockedId === a))
    expectSame(
      after.offers.filter(({ fromId, toId }) => after.roles[fromId] !== 'owner' || !(toId in after.roles) || isBlocked(fromId, toId)),
      [],
      `offers that nobody can accept after ${about}`,
    )
    expectSame(
      [...after.invited, ...after.asked].filter((id) => id in after.roles),
      [],
      `members who still wait after ${about}`,
    )
    judgeCustomRoles(this.#roleAct, before, after, isRefused, about)
    this.#judgeChange(kind, before, after, about)
  }

  /** Each kind of step changes only the roles that it is about, and leaves a trace. */
  #judgeChange(kind: Kind, before: TeamState, after: TeamState, about: string) {
    const ids = [...new Set([...Object.keys(before.roles), ...Object.keys(after.roles)])]
    const changes = ids
      .filter((id) => before.roles[id] !== after.roles[id])
      .map((id) => `${before.roles[id] ?? 'out'} > ${after.roles[id] ?? 'out'}`)
      .toSorted()
    if (changes.length === 0) return
    expect(after.trail, `the trail after ${about}`).toBeGreaterThan(before.trail)
    if (kind === 'delete team') return expectSame([after.roles, after.waiting], [{}, before.roles], about)
    if (kind === 'bring back') return expectSame([after.roles, after.waiting], [before.waiting, {}], about)
    expect(changes.join(', '), about).toMatch(allowedChanges[kind] ?? /^$/)
  }
}

const granted = grantedRoles.join('|')
/** The owner becomes an organizer, and a member the owner. */
const handedOver = new RegExp(`^(${granted}) > owner, owner > organizer$|^owner > organizer, (${granted}) > owner$`)
const allowedChanges: Partial<Record<Kind, RegExp>> = {
  join: /^out > member$/,
  leave: new RegExp(`^(${granted}) > out$`),
  promote: new RegExp(`^(${granted}) > (${granted})$`),
  demote: new RegExp(`^(${granted}) > (${granted})$`),
  'give role': new RegExp(`^(${granted}) > member$`),
  'take role': new RegExp(`^(${granted}) > member$`),
  accept: new RegExp(`^out > member$|${handedOver.source}`),
  recover: new RegExp(`^(${granted}) > owner, owner > (member|organizer)$|^owner > (member|organizer), (${granted}) > owner$`),
}

/** Compares two values. `expect` is slow and is called thousands of times, so we call it only for a difference. */
function expectSame(found: unknown, expected: unknown, about: string) {
  if (JSON.stringify(found) !== JSON.stringify(expected)) expect(found, about).toEqual(expected)
}

const addPeople = (ids: readonly string[]) => sql`
  INSERT OR IGNORE INTO users (id, email, email_key, display_name, email_verified_at, completed_at, created_at, updated_at)
  SELECT value, value || '@example.com', value || '@example.com', 'Somebody', 1, 1, 0, 0 FROM json_each(${JSON.stringify(ids)})`
