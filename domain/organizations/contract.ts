import * as v from 'valibot'
import { ListedEvent } from '../events/contract.ts'
import { Id, IdempotencyKey } from '../ids.ts'
import { Face } from '../profiles/contract.ts'
import { Season } from '../seasons/contract.ts'
import { PublicTeamFacts } from '../teams/contract.ts'
import { ListedTeam } from '../teams/directory-contract.ts'
import { teamRoles } from '../teams/roles.ts'
import { plainText, properName } from '../texts.ts'

export const maxOwnedOrganizations = 10
/** Teams that belong to it, and those that were asked. */
export const maxOrganizationTeams = 50
/** Of one team: those it belongs to, and those it asked. */
export const maxOrganizationsOfTeam = 10
export const organizationGamesPageSize = 20
export const maxOrganizationSeasons = 100
/** Of each team, with its owner. */
export const maxOrganizersShown = 5
const maxOrganizationName = 60
export const maxOrganizationDescription = 2000

const fields = {
  name: properName('A name', 2, maxOrganizationName),
  description: plainText('A description', maxOrganizationDescription),
}

export const CreateOrganization = v.object({ ...fields, idempotencyKey: v.optional(IdempotencyKey) })
export type CreateOrganization = v.InferOutput<typeof CreateOrganization>

export const EditOrganization = v.object({ ...fields, version: v.pipe(v.number(), v.integer(), v.minValue(1)) })
export type EditOrganization = v.InferOutput<typeof EditOrganization>

/** The name, typed exactly as it is. */
export const DeleteOrganization = v.object({ name: v.pipe(v.string(), v.maxLength(maxOrganizationName * 10)) })

export const OrganizationId = v.object({ id: Id })
export const OrganizationTeamId = v.object({ id: Id, teamId: Id })
export const TeamOfOrganizations = v.object({ teamId: Id })

const linkStates = ['belongs', 'teamMustAgree', 'organizationMustAgree'] as const

/** A team that belongs to an organization, or one that a side has not agreed to yet. */
export const OrganizationTeam = v.object({
  ...v.pick(ListedTeam, ['id', 'name', 'photo', 'city', 'members', 'activity', 'mainColor']).entries,
  ...PublicTeamFacts.entries,
  /** Only people who decide for one of the sides see teams where one side has not agreed yet. */
  state: v.picklist(linkStates),
  /** Whether the viewer decides for the team. */
  mayDecide: v.boolean(),
})
export type OrganizationTeam = v.InferOutput<typeof OrganizationTeam>

export const Organization = v.object({
  id: v.string(),
  name: v.string(),
  description: v.string(),
  createdAt: v.number(),
  /** The form sends it back, so that a second tab notices a change. */
  version: v.number(),
  /** Null for signed-out visitors, with a block, and once that account is deleted. */
  owner: v.nullable(Face),
  /** Whether the viewer owns it. */
  isMine: v.boolean(),
  /** Largest first. */
  teams: v.array(OrganizationTeam),
})
export type Organization = v.InferOutput<typeof Organization>

/** `next` is the cursor of the page after this one, null on the last. A page can be empty and have a next one. */
export const OrganizationGames = v.object({ events: v.array(ListedEvent), next: v.nullable(v.string()) })
export type OrganizationGames = v.InferOutput<typeof OrganizationGames>

/** A season of a team of the viewer that is running or still to come. */
const OrganizationSeason = v.object({
  ...Season.entries,
  team: v.object({ id: v.string(), name: v.string() }),
})
export type OrganizationSeason = v.InferOutput<typeof OrganizationSeason>

/** The one that starts first comes first. */
export const OrganizationSeasons = v.object({ seasons: v.array(OrganizationSeason) })
export type OrganizationSeasons = v.InferOutput<typeof OrganizationSeasons>

/** A person who runs the organization or one of its teams. */
const OrganizationPerson = v.object({
  person: Face,
  /** Whether they own the organization. */
  isOwner: v.boolean(),
  /** The teams that they run. */
  teams: v.array(v.object({ id: v.string(), name: v.string(), role: v.picklist(teamRoles) })),
})
export type OrganizationPerson = v.InferOutput<typeof OrganizationPerson>

/** Whoever owns the organization comes first. Signed-out visitors see nobody. */
export const OrganizationPeople = v.object({ people: v.array(OrganizationPerson) })
export type OrganizationPeople = v.InferOutput<typeof OrganizationPeople>

export const maxOrganizationsFound = 8

export const OrganizationSearch = v.object({
  q: v.pipe(v.string(), v.trim(), v.minLength(2, 'Type at least two letters.'), v.maxLength(maxOrganizationName)),
})

/** `teams` is the number of its teams. */
const FoundOrganization = v.object({ id: v.string(), name: v.string(), teams: v.number() })
export type FoundOrganization = v.InferOutput<typeof FoundOrganization>

export const FoundOrganizations = v.object({ organizations: v.array(FoundOrganization) })
export type FoundOrganizations = v.InferOutput<typeof FoundOrganizations>

const OrganizationOfTeam = v.object({ id: v.string(), name: v.string(), state: OrganizationTeam.entries.state })
export type OrganizationOfTeam = v.InferOutput<typeof OrganizationOfTeam>

/** Those to which a team belongs, and those where a side has not agreed yet. */
export const OrganizationsOfTeam = v.object({ organizations: v.array(OrganizationOfTeam) })
export type OrganizationsOfTeam = v.InferOutput<typeof OrganizationsOfTeam>

export const OwnOrganizations = v.object({ organizations: v.array(v.object({ id: v.string(), name: v.string() })) })
export type OwnOrganizations = v.InferOutput<typeof OwnOrganizations>

/** Whether the team belongs to the organization now. Otherwise the other side still has to agree. */
export const AgreedAnswer = v.object({ belongs: v.boolean() })
