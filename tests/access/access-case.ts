import type { AccessRole, Capability } from '../../domain/access/can.ts'
import type { ask } from '../setup/client.ts'
import { expectedPermissions } from '../teams/expected-permissions.ts'

/**
 * The role in the owner's community in which each kind of viewer acts, from the fewest to the most rights: `anonymous` is signed out;
 * `member` has no profile; `stranger` has a profile but no relation to the subject; `former` was a mate and was removed; `mate` is in the
 * community and plays in its game; `blocked` is a mate whom the owner has blocked; `blocker` is a mate who has blocked the owner.
 */
const ladder = {
  anonymous: null,
  member: null,
  stranger: null,
  former: null,
  mate: 'member',
  blocked: 'member',
  blocker: 'member',
  scorekeeper: 'scorekeeper',
  treasurer: 'treasurer',
  coach: 'coach',
  captain: 'captain',
  organizer: 'organizer',
  owner: 'owner',
  moderator: 'moderator',
  admin: 'admin',
} as const satisfies Record<string, AccessRole | null>

type LadderKind = keyof typeof ladder

/** Each endpoint of communities has a status for each of these. */
export const ladderKinds = Object.keys(ladder) as LadderKind[]

export type ViewerKind = LadderKind | 'operator'

type Request = (viewerId: string) => { path: string } & NonNullable<Parameters<typeof ask>[1]>

/** What one endpoint answers to each kind of viewer. A kind that is left out is not tested. */
export type AccessCase = {
  /** The name in the OpenAPI document, such as `GET /presence/{userId}`. */
  endpoint: string
  /** A request that succeeds for viewers who are allowed. */
  request: Request
  /**
   * The same request for a subject that does not exist. Viewers who get 404, and viewers with a block, must get exactly the same
   * answer for both requests. Viewers who may do more must get a different one.
   */
  absent?: Request
  /** The same request for a community that does not exist. People outside must get exactly the same answer for both requests. */
  absentTeam?: Request
  /** The status of the response for each kind of viewer. */
  statuses: Partial<Record<ViewerKind, number>>
}

type LadderStatuses = Record<LadderKind, number>

const forKinds = (statusOf: (kind: LadderKind) => number) =>
  Object.fromEntries(ladderKinds.map((kind) => [kind, statusOf(kind)])) as LadderStatuses

/** The same status for every kind of viewer, but for these. */
export const forEveryone = (status: number, others: Partial<LadderStatuses> = {}): LadderStatuses => ({
  ...forKinds(() => status),
  ...others,
})

/** For everyone who is signed in, with other statuses for some of them. */
export const forSignedIn = (status: number, others: Partial<LadderStatuses> = {}) => forEveryone(status, { anonymous: 401, ...others })

/**
 * What is private in a community: this status for the roles with this capability, 403 for the other roles of the community, and 404 for
 * everyone outside.
 */
export const forRoles = (capability: Capability, status: number, others: Partial<LadderStatuses> = {}): LadderStatuses => {
  const statuses = {
    ...forKinds((kind) => {
      const role = ladder[kind]
      if (role && expectedPermissions[capability][role]) return status
      if (kind === 'anonymous') return 401
      return role === null || role === 'admin' || role === 'moderator' ? 404 : 403
    }),
    ...others,
  }
  capabilities.set(statuses, capability)
  return statuses
}

const capabilities = new WeakMap<AccessCase['statuses'], Capability>()

/** The capability that decides about a request, if its statuses come from `forRoles`. */
export const capabilityOf = ({ statuses }: Pick<AccessCase, 'statuses'>): Capability | undefined => capabilities.get(statuses)

const makeRequest = (method: string, path: string, json: unknown): Request => {
  return () => ({ path, method, ...(json === undefined ? {} : { json }) })
}

export const aboutThing = (
  method: string,
  at: (id: string) => string,
  id: string,
  json?: unknown,
): Pick<AccessCase, 'request' | 'absent'> => ({
  request: makeRequest(method, at(id), json),
  absent: makeRequest(method, at('not-there'), json),
})

/** An endpoint of the community that the owner owns. */
export const aboutTeam = (method: string, path: string, json?: unknown): Pick<AccessCase, 'request' | 'absentTeam'> => ({
  request: makeRequest(method, `/api/teams/access-team${path}`, json),
  absentTeam: makeRequest(method, `/api/teams/not-there${path}`, json),
})

/**
 * An endpoint about another person who shows everything. That person does not exist for viewers with a block, and only for
 * them.
 */
export const aboutPerson = (
  endpoint: string,
  at: (personId: string, viewerId: string) => ReturnType<Request>,
  { met = 200, stranger = met, apart = 404, member = 403 }: { met?: number; stranger?: number; apart?: number; member?: number } = {},
): AccessCase => ({
  endpoint,
  request: (viewerId) => at('demo-player', viewerId),
  absent: (viewerId) => at('not-there', viewerId),
  statuses: { anonymous: 401, member, stranger, mate: met, blocked: apart, blocker: apart, owner: met },
})
