import { AppError } from '../errors.ts'
import { day } from '../time/spans.ts'

/** How long an invitation to a person or an email is open. The time of a link is chosen. */
export const invitationDuration = 14 * day

/** After a request was declined, or a person was removed, this long: asking again reaches nobody, and nobody joins at once. */
export const quietDuration = 30 * day

/** One email address gets at most this many invitations in `maxEmailedDays`, from everybody together. */
export const maxEmailed = 3
export const maxEmailedDays = 7

export const invitationOver = () => new AppError('TeamInvitationOver')

type JoinFacts = { joinMode: 'open' | 'ask' | 'invite'; members: number; maxMembers: number }

/** Why a person could neither join nor ask. */
export const judgeJoining = ({ joinMode, members, maxMembers }: JoinFacts): AppError =>
  members >= maxMembers
    ? new AppError('TeamFull', { values: { max: maxMembers } })
    : new AppError(joinMode === 'invite' ? 'InvitationNeeded' : 'Conflict')
