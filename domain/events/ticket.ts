/** The entry and the game of a ticket. `eventId` is null if the ticket is a URL without a game; then the host's open list decides. */
export type Ticket = { eventId: string | null; joinerId: string }

/** Writes the text of a ticket's QR code. The code holds ids only: the hosts' list shows who the ticket belongs to. */
export const writeTicket = ({ eventId, joinerId }: { eventId: string; joinerId: string }) => `gather:${eventId}:${joinerId}`

const shortCode = /^gather:([\w-]{1,64}):([\w-]{1,64})$/
const idAlone = /^[\w-]{1,64}$/
const eventPath = /\/(?:evt|events|games)\/([\w-]{1,64})(?:\/|$)/

/** Reads a ticket's code, or a URL with a ticket. Any other code, such as that of a menu or a poster, gives null. */
export function readTicket(code: string): Ticket | null {
  const text = code.trim()
  const short = shortCode.exec(text)
  if (short?.[1] && short[2]) return { eventId: short[1], joinerId: short[2] }
  if (!/^https?:/i.test(text) || !URL.canParse(text)) return null
  const { pathname, searchParams } = new URL(text)
  const ticket = searchParams.get('ticket') ?? ''
  const codeInUrl = shortCode.exec(ticket)
  if (codeInUrl?.[1] && codeInUrl[2]) return { eventId: codeInUrl[1], joinerId: codeInUrl[2] }
  return idAlone.test(ticket) ? { eventId: eventPath.exec(pathname)?.[1] ?? null, joinerId: ticket } : null
}

/** Letters and digits that nobody confuses: no 0 and O, no 1, I and L, no U. */
const codeLetters = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const codeLength = 6

/** Makes the short code of a ticket from random numbers, one for each letter. */
export const makeTicketCode = (random: readonly number[]): string =>
  Array.from({ length: codeLength }, (_, index) => codeLetters[(random[index] ?? 0) % codeLetters.length]).join('')

/** "K7Q-4MX" */
export const formatTicketCode = (code: string): string => `${code.slice(0, 3)}-${code.slice(3)}`

const isCode = new RegExp(`^[${codeLetters}]{${codeLength}}$`)

/** Reads a typed code in any case, with or without dashes and spaces. Null if it cannot be a code. */
export function readTicketCode(typed: string): string | null {
  const code = typed.toUpperCase().replace(/[\s\p{Pd}]/gu, '')
  return isCode.test(code) ? code : null
}
