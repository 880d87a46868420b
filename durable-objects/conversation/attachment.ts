import type { Admission } from './protocol.ts'

/** What a socket keeps through hibernation. */
export type Attachment = Pick<Admission, 'userId' | 'mayWrite' | 'mayModerate' | 'isInvited' | 'sharesOnline' | 'sessionId'> & {
  openedAt: number
  /** Which list of people who are here it was told last. */
  toldHere?: string
}
