import type { ask } from '../setup/client.ts'

/**
 * Lowest first: nobody signed in; a member without a profile; a stranger, who has one and nothing to do with the thing; a mate, who is in
 * the community of its owner and plays in the game there; one in there as well whom the owner has blocked; one who has blocked the owner;
 * the owner; two who help to run the product, a moderator and an admin; and an operator with a token.
 */
export type Rung = 'anonymous' | 'member' | 'stranger' | 'mate' | 'blocked' | 'blocker' | 'owner' | 'moderator' | 'admin' | 'operator'

type Request = (viewerId: string) => { path: string } & NonNullable<Parameters<typeof ask>[1]>

/** What one endpoint answers to each kind of person. A rung that is left out does not apply. */
export type Ladder = {
  /** As the OpenAPI document names it: `GET /presence/{userId}`. */
  endpoint: string
  /** A request that would succeed for whoever may. */
  request: Request
  /**
   * The same of a thing that is not there. Whoever is answered 404, and whom a block keeps apart, gets exactly its answer; whoever
   * may do more gets another.
   */
  absent?: Request
  /** The status each rung gets. */
  rungs: Partial<Record<Rung, number>>
}

const asks = (method: string, path: string, json: unknown): Request => {
  return () => ({ path, method, ...(json === undefined ? {} : { json }) })
}

export const aboutThing = (method: string, at: (id: string) => string, id: string, json?: unknown): Pick<Ladder, 'request' | 'absent'> => ({
  request: asks(method, at(id), json),
  absent: asks(method, at('not-there'), json),
})

/** About another person, who shows all they can: to who is kept apart from them, and to nobody else, they are nobody. */
export const aboutPerson = (
  endpoint: string,
  at: (personId: string, viewerId: string) => ReturnType<Request>,
  { met = 200, stranger = met, apart = 404, member = 403 }: { met?: number; stranger?: number; apart?: number; member?: number } = {},
): Ladder => ({
  endpoint,
  request: (viewerId) => at('demo-player', viewerId),
  absent: (viewerId) => at('not-there', viewerId),
  rungs: { anonymous: 401, member, stranger, mate: met, blocked: apart, blocker: apart, owner: met },
})
