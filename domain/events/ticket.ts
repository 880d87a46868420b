/** Whose entry in which game. An address names the game in its path; where it names none, the list it is held against decides. */
export type Ticket = { eventId: string | null; joinerId: string }

/** What the code of a ticket says. It is worth nothing by itself: only the hosts' list tells whose it is. */
export const writeTicket = ({ eventId, joinerId }: { eventId: string; joinerId: string }) => `gather:${eventId}:${joinerId}`

const shortCode = /^gather:([\w-]{1,64}):([\w-]{1,64})$/
const idAlone = /^[\w-]{1,64}$/
const eventPath = /\/(?:evt|events|games)\/([\w-]{1,64})(?:\/|$)/

/** Reads a ticket's code, or an address that ends with one. Null is any other code: a menu, a Wi-Fi, a poster. */
export function readTicket(code: string): Ticket | null {
  const text = code.trim()
  const short = shortCode.exec(text)
  if (short?.[1] && short[2]) return { eventId: short[1], joinerId: short[2] }
  if (!/^https?:/i.test(text) || !URL.canParse(text)) return null
  const { pathname, searchParams } = new URL(text)
  const ticket = searchParams.get('ticket') ?? ''
  const inside = shortCode.exec(ticket)
  if (inside?.[1] && inside[2]) return { eventId: inside[1], joinerId: inside[2] }
  return idAlone.test(ticket) ? { eventId: eventPath.exec(pathname)?.[1] ?? null, joinerId: ticket } : null
}
